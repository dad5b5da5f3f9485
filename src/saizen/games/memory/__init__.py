"""Memory (concentration, 神経衰弱): turn two cards, take them when they match."""
