"""A session on a terminal that one can talk to: input, conversation, what is shown of it."""
