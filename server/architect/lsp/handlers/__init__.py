"""What answers each message: commands, code actions, lenses, virtual documents."""
