"""Protocols for everything outside the engine."""
