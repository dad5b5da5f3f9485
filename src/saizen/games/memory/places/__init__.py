"""Memory on a table: cards have places, and players see letters."""
