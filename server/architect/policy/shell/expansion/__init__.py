"""What words come to, as far as the line itself tells."""
