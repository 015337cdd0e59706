"""Running the user's hooks."""
