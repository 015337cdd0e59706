"""What the @ words of a task name, as parts of what the model is told."""
