"""The catalogues of what people read."""
