"""Changes of a run that a person decides about: hunks, proposals, undo."""
