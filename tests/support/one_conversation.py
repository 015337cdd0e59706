"""One conversation for all front ends: what the model replies, what the user does, what remains.

The user gives a task, says more while it works, allows one thing and denies another with a reason,
asks something more, and undoes it all. A front end plays it by its own means, and the journal has
to be the same, but for what `normalized` leaves out.
"""

import json
import os
import re
from pathlib import Path
from typing import Any, cast

from tests.support.provider_server import Call, Reply

TASK = "Write a greeting."
MEANWHILE = "In German, please."
REASON = "no other files"
FOLLOW_UP = "Is it right?"
GATE = "gate"
FILE = "greeting.txt"
ANSWERS = ("Written.", "It is **right**.")

REPLIES = (
    Reply("I wait.", calls=[Call("run_command", json.dumps({"command": f"cat {GATE}"}), "c1")]),
    Reply(
        "I write.",
        calls=[Call("write_file", json.dumps({"path": FILE, "content": "Guten Tag\n"}), "c2")],
    ),
    Reply(calls=[Call("run_command", json.dumps({"command": "touch other.txt"}), "c3")]),
    Reply(ANSWERS[0]),
    Reply(ANSWERS[1]),
)
"""Of the provider, over both runs: the first command waits until `open_gate`."""

_IDS = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{6}")
_LEFT_OUT = frozenset({"at", "duration_s", "waited_s", "message_id", "estimated_tokens"})
"""Times, ids that a front end makes, and tokens: editors have some tools more."""


def prepare(folder: Path) -> None:
    """What the model waits at."""
    os.mkfifo(folder / GATE)


def open_gate(folder: Path) -> None:
    """Let the first command go on; blocks until it reads."""
    (folder / GATE).write_bytes(b"go on\n")


def journal_of(folder: Path) -> list[dict[str, Any]]:
    """The records of the one session there is."""
    [path] = (folder / ".architect" / "sessions").glob("*.jsonl")
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def normalized(folder: Path) -> list[Any]:
    """The journal without ids, times and places."""
    return [_plain(record, str(folder)) for record in journal_of(folder)]


def _plain(value: Any, folder: str) -> Any:
    match value:
        case dict():
            fields = cast(dict[str, Any], value)
            kept = {key: each for key, each in fields.items() if key not in _LEFT_OUT}
            return {key: _plain(each, folder) for key, each in kept.items()}
        case list():
            return [_plain(each, folder) for each in cast(list[Any], value)]
        case str():
            return _IDS.sub("ID", value.replace(folder, "FOLDER"))
        case _:
            return value
