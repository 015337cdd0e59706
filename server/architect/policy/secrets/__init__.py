"""What looks like a key, and how it is kept from everybody who reads along."""
