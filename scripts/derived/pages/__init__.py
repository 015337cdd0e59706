"""Pages of the reference, written out of the server."""
