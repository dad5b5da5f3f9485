"""Stack games of any number of foundations, counted by a canonical form of any order."""
