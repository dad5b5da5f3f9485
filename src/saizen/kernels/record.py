"""A workspace of kernels as one record: kernels take one address instead of many arrays.

A workspace is described by a NamedTuple of arrays, numbers and other such tuples. Compiled code reads
``workspace.field`` from a record as it does from the tuple, but passing it to another function costs one
pointer, not seven words an array: that is most of what Numba and LLVM would have to compile.
"""

from typing import Any

import numpy as np


def record_type(workspace: Any) -> np.dtype[Any]:
    """Return the dtype of a record with the fields of a workspace."""

    def field(value: Any) -> tuple[Any, tuple[int, ...]]:
        if isinstance(value, tuple):
            return record_type(value), ()
        array = np.asarray(value)
        return array.dtype, array.shape

    return np.dtype([(name, *field(value)) for name, value in workspace._asdict().items()], align=True)


def in_one_block(workspace: Any) -> tuple[Any, Any]:
    """Copy a workspace into one block of memory; return its fields as views, and the record for kernels."""
    block = np.zeros(1, record_type(workspace))
    return _views(workspace, block[0]), block[0]


def _views(workspace: Any, record: Any) -> Any:
    fields = []
    for name, value in workspace._asdict().items():
        if isinstance(value, tuple):
            fields.append(_views(value, record[name]))
        else:
            if _is_filled(value):  # what is zero already stays memory that nobody has touched
                record[name] = value
            fields.append(record[name])
    return type(workspace)(*fields)


def _is_filled(value: Any) -> bool:
    """Return whether anything is not zero; older NumPy cannot say that of an array of records."""
    array = np.ascontiguousarray(value)
    return bool(np.any(array.view(np.uint8) if array.dtype.names else array))
