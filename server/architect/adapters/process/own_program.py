"""Parts of ours that search in a process of their own, so that they can be ended at any moment."""

import sys
from pathlib import Path

import architect

OUR_FOLDER = Path(architect.__file__).parent.parent
"""What such a program needs on its path, and a folder it can start in."""

_START = "import sys; sys.path[:0] = sys.argv[1:]; from {} import main; main()"


def own_program(module: str) -> tuple[str | Path, ...]:
    """The command that runs `main` of a `module` of ours, by its full name.

    It runs without site packages and without what the environment says, to be quick and on its own.
    """
    start = _START.format(module)
    return (sys.executable, "-I", "-S", "-X", "utf8", "-c", start, OUR_FOLDER)
