"""What is blocked in every mode."""
