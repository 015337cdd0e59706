"""Changes of runs that the user has not decided about, in the editor."""
