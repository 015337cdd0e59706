"""Where a person can answer questions of a run, if anywhere."""

import os
import sys


def terminal_for_answers(*, prompt_was_piped: bool) -> int | None:
    """The descriptor to read from: standard input, or the screen behind a prompt from a pipe."""
    if not sys.stderr.isatty():
        return None
    if sys.stdin.isatty():
        return sys.stdin.fileno()
    if not prompt_was_piped:
        return None
    try:
        # By its name: kqueue cannot watch /dev/tty.
        return os.open(os.ttyname(sys.stderr.fileno()), os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return None
