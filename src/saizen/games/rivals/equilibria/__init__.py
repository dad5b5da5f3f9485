"""All equilibria of R-Rivals, what they have in common, and other ways to play."""
