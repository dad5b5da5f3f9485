"""Checks whether a game satisfies the contract: every position is visited, and problems are explained."""

from saizen.check.walk import Report, check_game

__all__ = ["Report", "check_game"]
