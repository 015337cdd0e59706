"""The files and folders that stand behind a slash command."""

import os
import shlex
from pathlib import Path


def named_paths(words: str, root: Path) -> tuple[str, ...]:
    """The paths in `words`: all of it if there is such a file in `root`, else as a shell splits it.

    Where a quote is not closed the words themselves are the paths.
    """
    if words and os.path.lexists(root / words):
        return (words,)
    try:
        return tuple(shlex.split(words))
    except ValueError:
        return tuple(words.split())
