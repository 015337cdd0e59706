"""Which files are meant: globs, ignore rules, listings and searches with unsaved texts."""
