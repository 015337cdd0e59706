"""The tasks of an evaluation, as they are kept in folders and files."""
