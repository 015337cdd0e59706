"""Use cases: what a front end asks the engine to do."""
