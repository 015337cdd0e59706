"""What the user sees of a run while it goes."""
