"""What works on this machine, what does not, and how to fix it: one kind of check per module."""
