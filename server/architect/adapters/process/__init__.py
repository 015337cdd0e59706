"""The processes that a command starts, and their end."""
