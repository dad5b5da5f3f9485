"""The words that can be typed at any game, the same for all of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the table, its long form, and what it does."""

    short: str
    long: str
    does: str


WORDS = (
    Word("?", "help", "the rules, and what can be typed"),
    Word("h", "hint", "what is best here, and what every other move costs"),
    Word("u", "undo", "take your last move back"),
    Word("n", "new", "a new game"),
    Word("s", "save", "save the game; s FILE chooses the file"),
    Word("q", "quit", "leave"),
)


def word_of(text: str) -> tuple[str, str] | None:
    """Return the short form of a word and what follows it; None where the text is no word.

    A colon before it makes a text a word whatever moves there are.

    >>> word_of("hint"), word_of(":u"), word_of("s my.game"), word_of("7")
    (('h', ''), ('u', ''), ('s', 'my.game'), None)
    """
    first, _, rest = text.strip().removeprefix(":").partition(" ")
    for word in WORDS:
        if first.casefold() in (word.short, word.long) and (word.short == "s" or not rest.strip()):
            return word.short, rest.strip()
    return None


def always_a_word(text: str) -> bool:
    """Tell whether a text is a word even if a move has the same name."""
    return text.strip().startswith(":")
