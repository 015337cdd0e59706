"""Markdown of replies on a terminal, and lines of several styles."""
