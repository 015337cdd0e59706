"""Use cases: what a face asks the engine to do."""
