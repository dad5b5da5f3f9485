"""Calculation: the solitaire, its stack game, and the tables of all stack games of two foundations."""
