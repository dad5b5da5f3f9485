"""The stack game (積み札): which cards may lie where, solved exactly; its tables on disk."""
