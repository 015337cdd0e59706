"""Public fakes for tests, demos and bug reports."""
