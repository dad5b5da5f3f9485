"""The exact search of the AB game."""
