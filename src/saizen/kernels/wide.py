"""Exact arithmetic in machine integers, for kernels that must notice when a number grows too long."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from saizen.kernels.compile import part

LIMIT_BITS = 62
LIMIT = np.int64(1 << LIMIT_BITS)
"""Every number stays below this size; what would not is too long."""


@intrinsic  # type: ignore[untyped-decorator]
def cross(_context: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """Return ``a * b - c * d`` of four short numbers as two words of 64 bits, the high one first."""

    def codegen(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word, double = ir.IntType(64), ir.IntType(128)
        a, b, c, d = (builder.sext(argument, double) for argument in arguments)
        result = builder.sub(builder.mul(a, b), builder.mul(c, d))
        high = builder.trunc(builder.ashr(result, ir.Constant(double, 64)), word)
        return cgutils.pack_array(builder, [high, builder.trunc(result, word)])

    return types.UniTuple(types.int64, 2)(types.int64, types.int64, types.int64, types.int64), codegen


@part
def short_cross(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Return ``a * b - c * d``, or `LIMIT` when that is too long."""
    high, low = cross(a, b, c, d)
    return low if high == low >> 63 and -LIMIT < low < LIMIT else LIMIT


@part
def odd_inverse(odd: Any) -> Any:
    """Return the number whose product with an odd one is 1 in 64 bits (Newton: a step doubles the bits)."""
    inverse = odd * 3 ^ 2
    for _ in range(4):
        inverse *= 2 - odd * inverse
    return inverse


@part
def divide_words(high: Any, low: Any, divisor: Any, zeros: Any, inverse: Any) -> Any:
    """Divide two words by a positive number that divides them; return `LIMIT` if the result is too long.

    The divisor is given with the zero bits at its end, and the `odd_inverse` of what stands before them.
    """
    shifted = low
    if zeros:
        shifted = ((low >> zeros) & ((np.int64(1) << (64 - zeros)) - 1)) | (high << (64 - zeros))
    quotient = shifted * inverse
    again = cross(quotient, divisor, np.int64(0), np.int64(0))
    fits = again[0] == high and again[1] == low and -LIMIT < quotient < LIMIT
    return quotient if fits else LIMIT


@part
def zeros_below(number: Any) -> Any:
    """Count the zero bits at the end of a number that is not 0."""
    zeros = np.int64(0)
    while not number & 1:
        number >>= 1
        zeros += 1
    return zeros


@part
def greatest_divisor(a: Any, b: Any) -> Any:
    """Return the greatest common divisor of two numbers of which one is not 0."""
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


@part
def fraction_sum(p: Any, q: Any, r: Any, s: Any) -> Any:
    """Return ``p/q + r/s`` in lowest terms; a denominator of 0 says that it is too long."""
    common = greatest_divisor(q, s)
    numerator = short_cross(p, s // common, -r, q // common)
    denominator = short_cross(q // common, s, np.int64(0), np.int64(0))
    if numerator == LIMIT or denominator == LIMIT:
        return np.int64(0), np.int64(0)
    shared = greatest_divisor(numerator, denominator)
    return numerator // shared, denominator // shared


@part
def fraction_product(p: Any, q: Any, r: Any, s: Any) -> Any:
    """Return ``p/q * r/s`` in lowest terms; a denominator of 0 says that it is too long."""
    divisor, other = greatest_divisor(p, s), greatest_divisor(r, q)
    numerator = short_cross(p // divisor, r // other, np.int64(0), np.int64(0))
    denominator = short_cross(q // other, s // divisor, np.int64(0), np.int64(0))
    if numerator == LIMIT or denominator == LIMIT:
        return np.int64(0), np.int64(0)
    return numerator, denominator
