"""Every position of R-Rivals, and what it is worth: in floats, exactly, or when it is asked for."""
