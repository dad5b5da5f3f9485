"""The generic exact solver: rules in, the value of every reachable position out."""

from saizen.solver.retrograde import solve

__all__ = ["solve"]
