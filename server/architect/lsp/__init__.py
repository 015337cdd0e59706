"""The front end for editors: a language server over standard input and output."""
