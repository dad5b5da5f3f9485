"""What compiled code shares: how kernels are compiled, bits of words, hash tables."""
