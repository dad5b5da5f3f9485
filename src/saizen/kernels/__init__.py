"""Code that all kernels share: compiling, bits of words, hash tables."""
