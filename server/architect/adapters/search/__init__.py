"""Searching file contents, with ripgrep or without."""
