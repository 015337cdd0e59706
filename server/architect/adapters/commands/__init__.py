"""Commands on this machine, and the end of everything they start."""
