"""What a model is told before its first step, one part per module."""
