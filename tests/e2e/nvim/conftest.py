"""A Neovim with the plugin, and a server that does what the test says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.fake_daemon import Connection, FakeDaemon
from tests.support.neovim import Neovim, neovim


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "one.py").write_bytes(b"a = 1\nb = 2\nc = 3\n")
    (folder / "two.py").write_bytes(b"d = 4\ne = 5\n")
    return folder


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[FakeDaemon]:
    fake = FakeDaemon(tmp_path)
    yield fake
    fake.close()


@pytest.fixture
def editor(tmp_path: Path, project: Path) -> Iterator[Neovim]:
    """Neovim in the project, with the plugin on its runtime path and not set up yet."""
    with neovim(tmp_path / "home", folder=project) as found:
        yield found


class Desk:
    """An editor with one open file, connected to the fake server."""

    def __init__(self, editor: Neovim, daemon: FakeDaemon, project: Path) -> None:
        self.editor = editor
        self.daemon = daemon
        self.project = project
        self.one = project / "one.py"
        self.two = project / "two.py"
        self.uri = editor.edit(self.one)
        self.server: Connection = daemon.connected()
        self.server.expect("textDocument/didOpen")

    def event(self, kind: str, seq: int, /, **fields: Any) -> None:
        head = {"runId": "s1.1", "seq": seq, "ts": "2026-01-01T00:00:00.000+00:00", "type": kind}
        self.server.notify("architect/event", head | fields)

    def run(self, prompt: str = "do it") -> None:
        """Start a run of the id s1.1."""
        self.daemon.commands["run"] = lambda _: {"runId": "s1.1", "state": "running", "position": 0}
        self.editor.command(f"Architect run {prompt}")
        self.daemon.executed("run")


def set_up(editor: Neovim, daemon: FakeDaemon, **options: Any) -> None:
    editor.lua("require('architect').setup(...)", {"cmd": daemon.argv, **options})


@pytest.fixture
def desk(editor: Neovim, daemon: FakeDaemon, project: Path) -> Desk:
    set_up(editor, daemon)
    return Desk(editor, daemon, project)
