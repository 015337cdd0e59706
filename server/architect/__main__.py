"""`python -m architect` and the command `architect`."""

import contextlib
import gc
import importlib
import sys
from typing import NoReturn

from architect.cli.early_signals import hold_signals, restore_signals
from architect.cli.exit_codes import INTERRUPTED
from architect.cli.front_ends import asked_for
from architect.cli.standard_streams import open_missing_streams
from architect.config.pydantic_plugins import skip_pydantic_plugins
from architect.leaving import leave

GARBAGE_THRESHOLD = 50_000
"""Objects made and not freed before the collector looks for garbage; Python's own is 700."""


def main() -> NoReturn:
    """Run the command line and leave at once.

    Tearing the interpreter down takes 30 ms, and 0.8 s once LiteLLM is loaded; by now everything
    is closed, and nothing but output buffers is left to be emptied.
    """
    gc.set_threshold(GARBAGE_THRESHOLD)
    hold_signals()
    skip_pydantic_plugins()
    try:
        front_end = asked_for(sys.argv[1:])
        code: object = _serve(front_end) if front_end else _command_line()
    except SystemExit as leaving:
        code = leaving.code
    except KeyboardInterrupt:  # while the end of an interrupted command was told
        code = INTERRUPTED
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    leave(code if isinstance(code, int) else 0 if code is None else 1)


def _command_line() -> int:
    # Importing makes many objects and no garbage; a run lets the collector work once it is open.
    gc.disable()
    from architect.cli.main import main as command_line

    command_line()
    return 0


def _serve(front_end: str) -> int:
    """A front end without the command line, which an editor would wait for at each start."""
    serve = importlib.import_module(front_end).main
    open_missing_streams()
    restore_signals()
    return serve()


if __name__ == "__main__":
    main()
