"""The headless face: one command per module."""
