"""Statements about all hands: how they are written, tested and disproved."""
