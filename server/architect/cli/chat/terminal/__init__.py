"""The terminal of a conversation: what is typed, and what is drawn around it."""
