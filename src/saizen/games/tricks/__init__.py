"""Trick taking with score cards: two players, one suit, open hands; who takes how many score cards."""
