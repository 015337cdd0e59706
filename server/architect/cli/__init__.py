"""The headless front end: one command per module."""
