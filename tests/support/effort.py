"""How much a test tries that could try for ever: little at each push, much in `make test-long`."""

import os

LONG = bool(os.environ.get("ARCHITECT_TESTS_LONG"))


def tries(usual: int, *, long: int) -> int:
    """How many rounds, kills, seeds or examples there shall be."""
    return long if LONG else usual
