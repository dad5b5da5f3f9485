"""Proof logs: why no guess does better, position by position; the checker knows no search."""
