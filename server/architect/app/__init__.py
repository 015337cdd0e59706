"""Runs, sessions, hunks and findings as every front end needs them, whatever it talks to."""
