"""Bits of machine words, for kernels."""

from typing import Any

from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def popcount(_context: Any, word: Any) -> Any:
    """Count the set bits of a 64-bit integer, signed or not, with the processor's own instruction."""

    def codegen(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64 if word == types.uint64 else types.int64), codegen


def plain_popcount(word: Any) -> int:
    """Count the set bits, without compiling.

    >>> plain_popcount(5), plain_popcount(-1)
    (2, 64)
    """
    return (int(word) & (1 << 64) - 1).bit_count()
