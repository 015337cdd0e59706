"""What other agents can call, one tool per module."""
