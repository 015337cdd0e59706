"""The loop that turns model replies into tool calls, and what the model gets to see."""
