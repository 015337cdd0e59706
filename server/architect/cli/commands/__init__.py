"""One command per module, loaded when it is called."""
