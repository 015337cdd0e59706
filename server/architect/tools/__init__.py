"""One tool per module, and the registry that names them."""
