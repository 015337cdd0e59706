"""Pages of the web, fetched as far as somebody allows it."""
