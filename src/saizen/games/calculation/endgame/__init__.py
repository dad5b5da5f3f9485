"""The exact end of the solitaire: the chance of success over all orders of the cards that are left."""
