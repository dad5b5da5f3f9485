"""Measures of balance: the results of best play, the cost of mistakes, the effect of changed rules."""
