"""Writes what other programs need to know of the server out of the server itself."""
