"""Judging a command line: its class, what it needs, what no mode runs."""
