"""A coding agent that lives in the editor and runs the same way in CI."""

__version__ = "0.1.0"
