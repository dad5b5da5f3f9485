"""Stack games of at most two foundations: lattice paths as keys, layers as bits, tables on disk."""
