"""One command of `workspace/executeCommand` per module."""
