"""The pipeline of one tool call, one stage per module."""
