"""Unified diffs as models write them, parsed with tolerance and applied without guessing."""
