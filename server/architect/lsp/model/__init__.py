"""The language model that the editor lends us."""
