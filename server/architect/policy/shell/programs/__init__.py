"""What is known about programs and their options."""
