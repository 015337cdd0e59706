"""Workflows: the kinds there are, and what carries them out."""
