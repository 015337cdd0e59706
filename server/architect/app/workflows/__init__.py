"""Workflows as every front end needs them: begun, resumed, listed."""
