"""One conversation for all front ends: what the model replies, what the user does, what remains.

The user gives a task with a file, says more while it works, allows one thing and denies another
with a reason, asks something more, stops a message that takes too long, has a plan made and carried
out, undoes what was changed, and goes on in a fork. A front end plays it by its own means, and the
journals have to be the same, but for what `normalized` leaves out.
"""

import json
import os
import re
from pathlib import Path
from typing import Any, cast

from tests.support.provider_server import Call, ProviderServer, Received, Reply

TASK = "Write a greeting."
MEANWHILE = "In German, please."
REASON = "no other files"
FOLLOW_UP = "Is it right?"
GATE = "gate"
FILE = "greeting.txt"
ANSWERS = ("Written.", "It is **right**.")
NOTES = "notes.txt"
SLOW = "Wait for it."
PLANNED = "How would you go on?"
PLAN, CARRIED_OUT = "1. Look at it.", "Looked at it."
IN_THE_FORK, FORKED = "And here?", "Here as well."

REPLIES = (
    Reply("I wait.", calls=[Call("run_command", json.dumps({"command": f"cat {GATE}"}), "c1")]),
    Reply(
        "I write.",
        calls=[Call("write_file", json.dumps({"path": FILE, "content": "Guten Tag\n"}), "c2")],
    ),
    Reply(calls=[Call("run_command", json.dumps({"command": "touch other.txt"}), "c3")]),
    Reply(ANSWERS[0]),
    Reply(ANSWERS[1]),
    Reply(calls=[Call("run_command", json.dumps({"command": f"cat {GATE} {GATE}"}), "c4")]),
    Reply(PLAN),
    Reply(CARRIED_OUT),
    Reply(FORKED),
)
"""Of the provider, over all runs: the first command waits until `open_gate`, the last for ever."""


def reply_to(received: Received) -> Reply:
    """The same by how often the model has spoken, so that a conversation can be begun again."""
    messages = received.body["messages"]
    return REPLIES[sum(message["role"] == "assistant" for message in messages)]


def told_to_player(server: ProviderServer) -> str:
    """JSON for the program that clicks (client-vscode/test/ui/theConversation.ts)."""
    words = {
        "address": f"{server.url}/v1",
        "task": TASK,
        "meanwhile": MEANWHILE,
        "reason": REASON,
        "followUp": FOLLOW_UP,
        "gate": GATE,
        "file": FILE,
        "answers": ANSWERS,
        "notes": NOTES,
        "slow": SLOW,
        "planned": PLANNED,
        "plan": PLAN,
        "carriedOut": CARRIED_OUT,
        "inTheFork": IN_THE_FORK,
        "forked": FORKED,
    }
    return json.dumps(words)


_IDS = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{6}")
_DATE = re.compile(r"^Date: [0-9-]{10}$", re.MULTILINE)
_OF_TOOLS = frozenset({"estimated_tokens", "context_percent"})
_LEFT_OUT = frozenset({"at", "seq", "duration_s", "waited_s", "message_id", "commit"} | _OF_TOOLS)
"""Times and numbers, ids of messages and checkpoints, and tokens: editors have some tools more."""


def prepare(folder: Path) -> None:
    """What the model waits at, and what is attached."""
    os.mkfifo(folder / GATE)
    (folder / NOTES).write_bytes(b"short\n")


def open_gate(folder: Path) -> None:
    """Let the first command go on; blocks until it reads."""
    (folder / GATE).write_bytes(b"go on\n")


SESSIONS = 2
"""The conversation and its fork."""


def normalized(folder: Path) -> list[Any]:
    """The journals, the oldest first, without ids, times and places.

    Sessions that somebody has begun behind those of the script are left out. Checkpoints stand at
    the end: they are made while the model is asked, so whichever is done first is told first.
    """
    paths = sorted((folder / ".architect" / "sessions").glob("*.jsonl"))[:SESSIONS]
    lines = [line for path in paths for line in path.read_bytes().splitlines()]
    records = [_plain(json.loads(line), str(folder)) for line in lines]
    return sorted(records, key=lambda record: record["event"]["type"] == "checkpoint.made")


def _plain(value: Any, folder: str) -> Any:
    match value:
        case dict():
            fields = cast(dict[str, Any], value)
            kept = {key: each for key, each in fields.items() if key not in _LEFT_OUT}
            return {key: _plain(each, folder) for key, each in kept.items()}
        case list():
            return [_plain(each, folder) for each in cast(list[Any], value)]
        case str():
            return _DATE.sub("DATE", _IDS.sub("ID", value.replace(folder, "FOLDER")))
        case _:
            return value
