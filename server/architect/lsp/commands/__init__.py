"""The commands of `workspace/executeCommand`, one module each."""
