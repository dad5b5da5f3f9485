"""Is a game balanced? What best play comes to, what mistakes cost, how changed rules shift it."""
