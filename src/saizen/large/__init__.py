"""Games of up to billions of positions: rules of integers that compile, solved in sorted arrays."""
