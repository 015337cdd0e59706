"""safe, dev or dangerous: the class of a line and of its parts."""
