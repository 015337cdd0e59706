"""Shared bills, split to the cent."""
