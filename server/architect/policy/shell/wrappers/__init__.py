"""Commands inside commands: wrappers, interpreters, containers."""
