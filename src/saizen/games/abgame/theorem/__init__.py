"""The proof that the least totals of 3xN are what they are for all N; it shares no code with the search."""
