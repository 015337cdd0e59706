"""Rules files of projects and users: which there are, what they import, and when they count."""
