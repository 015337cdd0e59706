"""Scripts for the recorded model, and commands that wait until a test lets them go on."""

import json
import os
from pathlib import Path
from typing import Any


def call(name: str, **arguments: Any) -> dict[str, Any]:
    """A tool call of a reply."""
    return {"name": name, "arguments": arguments}


def reply(text: str, *calls: dict[str, Any]) -> dict[str, Any]:
    return {"text": text, "calls": list(calls)}


def recorded(path: Path, *replies: dict[str, Any]) -> str:
    """Write a script; the name of the model that follows it."""
    path.write_text(json.dumps({"schema_version": 1, "replies": replies}))
    return f"recorded/{path}"


class Gate:
    """A named pipe: `cat` of it, which needs no confirmation, waits until the test opens it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        os.mkfifo(path)

    @property
    def wait(self) -> dict[str, Any]:
        """The call that waits here."""
        return call("run_command", command=f"cat {self._path.name}", timeout=60)

    def open(self) -> None:
        """Let whoever waits go on; blocks until somebody does."""
        self._path.write_bytes(b"go on\n")
