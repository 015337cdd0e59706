"""Asking the person at the editor."""
