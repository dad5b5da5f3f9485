"""Guesses in the order of their bounds: a heap, since few of them are needed.

A word is the bound, a bit that says whether it is a rough one, and the packed guess. Of guesses with the same
bound those come first whose parts have been looked at.
"""

from typing import Any

from saizen.kernels.jit import part

BOUND = 33
"""The bound is what is left of a word after so many shifts."""
ROUGH = 1 << 32
"""The bound comes from counting alone; parts that need no search have not been settled yet."""
GUESS = ROUGH - 1


@part
def sink(words: Any, first: int, at: int, length: int) -> None:
    """Let the word at ``first + at`` of a heap sink to where it belongs."""
    if at >= length:
        return
    word = words[first + at]
    while 2 * at + 1 < length:
        child = 2 * at + 1
        if child + 1 < length and words[first + child + 1] < words[first + child]:
            child += 1
        if words[first + child] >= word:
            break
        words[first + at] = words[first + child]
        at = child
    words[first + at] = word


@part
def make_heap(words: Any, first: int, length: int) -> None:
    """Order a stretch of words so that the least comes first, and each before the two below it."""
    for at in range(length // 2 - 1, -1, -1):
        sink(words, first, at, length)
