"""The first look at a project, and the files that are proposed for it."""
