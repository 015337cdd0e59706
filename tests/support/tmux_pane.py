"""A program in a real tmux, looked at as a person would."""

import shutil
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.support.until import PATIENCE_S, until

_SETTINGS = ("default-terminal tmux-256color", "history-limit 5000", "remain-on-exit on")


class TmuxPane:
    """The only pane of a server of its own, which `socket` leads to."""

    def __init__(self, program: str, socket: Path) -> None:
        self._program, self._socket = program, socket

    @property
    def text(self) -> str:
        """All that it has shown, each line whole, however it was broken."""
        return self._tmux("capture-pane", "-p", "-J", "-S", "-")

    @property
    def seen(self) -> str:
        """What is to be seen now."""
        return self._tmux("capture-pane", "-p")

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def key(self, name: str) -> None:
        self._tmux("send-keys", name)

    def say(self, text: str) -> None:
        self.type(text)
        self.key("Enter")

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def shows(self, text: str) -> None:
        """Wait until `text` stands there, however it is broken."""
        try:
            until(lambda: text in " ".join(self.text.split()), repr(text))
        except AssertionError as error:
            error.add_note(f"tmux shows:\n{self.text}")
            raise

    def _tmux(self, *arguments: str) -> str:
        command = (self._program, "-S", str(self._socket), *arguments)
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE_S, check=True)
        return done.stdout.decode()


@contextmanager
def tmux_pane(
    command: Sequence[str],
    *,
    folder: Path,
    environment: Mapping[str, str],
    columns: int,
    rows: int,
) -> Generator[TmuxPane]:
    """`command` in `folder`, with a server of tmux that ends with the block."""
    program = shutil.which("tmux")
    if program is None:
        pytest.skip("no tmux: the package of that name has it")
    size = ("-x", str(columns), "-y", str(rows))
    variables = {**environment, "LC_ALL": "C.UTF-8"}
    with TemporaryDirectory(prefix="tmux-") as name:  # a long path is none for a socket
        socket, settings = Path(name, "socket"), Path(name, "conf")
        settings.write_text("".join(f"set -g {each}\n" for each in _SETTINGS))
        server = (program, "-S", str(socket), "-f", str(settings))
        start = (*server, "new-session", "-d", *size, *command)
        subprocess.run(start, cwd=folder, env=variables, timeout=PATIENCE_S, check=True)
        try:
            yield TmuxPane(program, socket)
        finally:
            subprocess.run((*server, "kill-server"), timeout=PATIENCE_S, check=True)
