"""Skills on their way from a repository to the disk."""
