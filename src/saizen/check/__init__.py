"""Does a game keep the contract? Every position is looked at, and what is wrong is said in words."""

from saizen.check.walk import Report, check_game

__all__ = ["Report", "check_game"]
