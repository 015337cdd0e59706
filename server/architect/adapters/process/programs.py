"""Where other programs are."""

import os
import sys
from pathlib import Path


def find_program(name: str) -> Path | None:
    """The first executable `name` on PATH, else the one beside our Python.

    Relative entries of PATH are skipped: they would run what the workspace brings along.
    """
    for folder in (*os.get_exec_path(), str(Path(sys.executable).parent)):
        candidate = Path(folder, name)
        if candidate.is_absolute() and candidate.is_file() and os.access(candidate, os.X_OK):
            return candidate
    return None
