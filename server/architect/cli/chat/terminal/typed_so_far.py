"""What was typed on a terminal and has not been read, a line that is not complete included."""

import os
import select
import termios

_PIECE = 4_096
_LOCAL_MODES, _CHARACTERS = 3, 6
"""Where `termios.tcgetattr` has them."""


def typed_so_far(terminal: int) -> bytes:
    """Take it from the descriptor of a terminal that edits lines itself; nothing, if it is none."""
    try:
        before = termios.tcgetattr(terminal)
        now = termios.tcgetattr(terminal)
        now[_LOCAL_MODES] &= ~termios.ICANON
        now[_CHARACTERS][termios.VMIN] = now[_CHARACTERS][termios.VTIME] = 0
        termios.tcsetattr(terminal, termios.TCSANOW, now)
        try:
            return b"".join(iter(lambda: os.read(terminal, _PIECE), b""))
        finally:
            termios.tcsetattr(terminal, termios.TCSANOW, before)
    except (OSError, termios.error):
        return b""


def is_more_typed(terminal: int) -> bool:
    """Whether a whole line waits to be read from the descriptor of such a terminal."""
    return bool(select.select([terminal], [], [], 0)[0])
