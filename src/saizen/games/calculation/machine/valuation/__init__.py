"""The value of a labelled position: its order, small stack games, and pairs of foundations from a table."""
