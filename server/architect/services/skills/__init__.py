"""Skills: which there are, what their files say, and which of them are about a file."""
