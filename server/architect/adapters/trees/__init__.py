"""The trees of units: made for them outside of the user's working tree, and brought back."""
