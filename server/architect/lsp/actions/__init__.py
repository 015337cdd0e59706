"""What can be seen and started in a document: diagnostics, lenses, code actions."""
