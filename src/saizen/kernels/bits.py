"""Bits of machine words, for kernels."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from saizen.kernels.compile import part


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


@intrinsic  # type: ignore[untyped-decorator]
def _or_into(_context: Any, words: Any, at: Any, bits: Any) -> Any:
    """Set bits of a word in one step that no other thread can come between."""

    def codegen(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = make_array(signature.args[0])(target, builder, arguments[0])
        place = cgutils.get_item_pointer(target, builder, signature.args[0], array, [arguments[1]])
        builder.atomic_rmw("or", place, arguments[2], "monotonic")
        return target.get_dummy_value()

    return types.void(words, types.int64, types.uint64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_context: Any, rows: Any, at: Any) -> Any:
    """Ask for a row of a matrix to be brought near, while other work continues; this changes nothing."""

    def codegen(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        array = make_array(kind)(target, builder, arguments[0])
        zero = target.get_constant(types.intp, 0)
        place = cgutils.get_item_pointer(target, builder, kind, array, [arguments[1], zero])
        number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        signature_of_call = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        ask = cgutils.get_or_insert_function(builder.module, signature_of_call, "llvm.prefetch.p0i8")
        for_reading, keep_near, of_data = number(0), number(3), number(1)
        builder.call(ask, [builder.bitcast(place, byte), for_reading, keep_near, of_data])
        return target.get_dummy_value()

    return types.void(rows, types.int64), codegen


@part
def add_bit(words: NDArray[np.uint64], at: int) -> None:
    """Set a bit of an array; several threads may do so at once.

    Most bits are set already, and a look is cheaper than an atomic step.
    """
    bit = np.uint64(1) << np.uint64(at & 63)
    if not words[at >> 6] & bit:
        _or_into(words, at >> 6, bit)
