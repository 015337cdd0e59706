"""Many runs as one: what they are asked, what happened, and which may start."""
