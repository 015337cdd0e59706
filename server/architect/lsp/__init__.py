"""The editor face: a language server over standard input and output."""
