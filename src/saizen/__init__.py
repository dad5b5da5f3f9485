"""saizen: exact best play for small games."""
