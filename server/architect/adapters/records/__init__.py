"""What is kept of a run: its journal, logs, and tracebacks of our bugs."""
