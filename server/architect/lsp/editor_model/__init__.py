"""The editor's own language model as a `Model`."""
