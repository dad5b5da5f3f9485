"""The solitaire with a known deck: every deal decided, with a game or a refutation."""
