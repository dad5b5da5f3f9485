"""The machine that plays the solitaire: labellings valued from tables of pairs of foundations."""
