"""The keyring of the user's system."""
