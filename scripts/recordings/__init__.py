"""Short recordings of the real program on a terminal, for the documentation."""
