"""Recorded replies in place of a model: for the demo, bug reports and tests."""
