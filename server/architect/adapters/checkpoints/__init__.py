"""Checkpoints of the working tree."""
