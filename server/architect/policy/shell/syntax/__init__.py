"""A command line as a value: parsed, checked, with its words."""
