"""The servers that tests of the transport start."""

import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "tests/support/example_daemon.py"
PLAIN = PROJECT / "tests/lsp/plain_pygls.py"


def server_command(server: Path, folder: Path) -> tuple[str, ...]:
    """How to start it; what it notices goes into files in `folder`."""
    return (sys.executable, str(server), str(folder))
