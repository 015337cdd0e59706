"""Messages: from the standard streams to handlers and back."""
