"""An editor with one open file, connected to a server that does what the test says."""

from pathlib import Path
from typing import Any

from tests.support.fake_daemon import Connection, FakeDaemon
from tests.support.neovim import Neovim


class Harness:
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
    """Connect the plugin; without other words, questions take the cursor from somebody idle."""
    options.setdefault("confirm", {"focus": "idle"})
    editor.lua("require('architect').setup(...)", {"cmd": daemon.argv, **options})
