"""The files that a command line names."""
