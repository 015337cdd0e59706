"""A run and its parts, put together."""
