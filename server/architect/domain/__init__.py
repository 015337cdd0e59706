"""Plain frozen values and pure functions: what the engine talks about."""
