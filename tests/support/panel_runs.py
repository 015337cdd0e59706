"""Records what a rich client is shown of some runs, for the unit tests of the extension's panel.

    python -m tests.support.panel_runs

writes `client-vscode/test/unit/conversation/runs/*.json` anew.
"""

import asyncio
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.daemon import call, daemon, says

_TARGET = Path(__file__).parents[2] / "client-vscode/test/unit/conversation/runs"

_FILES = {
    "add.py": "def add(a, b):\n    return a - b\n",
    "test.sh": "grep -q 'a + b' add.py || { echo expected 5 >&2; exit 1; }\necho passed\n",
}
_EDIT = call("edit_file", path="add.py", old_str="a - b", new_str="a + b")
_TEST = call("run_command", command="sh test.sh")


@dataclass(frozen=True, slots=True)
class Recording:
    """A run to be recorded; it is cancelled once there is an event for which `until` is true."""

    replies: tuple[dict[str, Any], ...]
    arguments: dict[str, Any]
    answer: dict[str, Any] = field(default_factory=lambda: {"choice": "once"})
    config: dict[str, Any] = field(default_factory=dict[str, Any])
    until: Callable[[Any], bool] | None = None


_YOLO = {"mode": "yolo"}
RECORDINGS = {
    "completed": Recording(
        (
            {"text": "I run the test."} | _TEST,
            {"text": "It **subtracts**."} | _EDIT,
            _TEST,
            says("`add.py` subtracted; it adds now, and the test passes."),
        ),
        _YOLO,
    ),
    "denied": Recording(
        (_EDIT, says("I was not allowed to.")),
        {"mode": "confirm-all"},
        answer={"choice": "deny", "note": "not this way"},
    ),
    "limit": Recording(
        (call("read_file", path="add.py"), call("list_files"), says("x")), {"limits": {"steps": 1}}
    ),
    "planned": Recording(
        (_EDIT, _TEST, says("This is what I would do.")), _YOLO | {"dryRun": True}
    ),
    "cancelled": Recording(
        (call("run_command", command="echo begun; sleep 30"),),
        _YOLO,
        until=lambda event: event["type"] == "tool.output",
    ),
    "gate": Recording(
        (says("Done."), _EDIT, says("Now it is.")),
        _YOLO,
        config={"guardrails": {"quality_gates": [{"name": "tests", "command": "sh test.sh"}]}},
    ),
}


async def _recorded(recording: Recording, root: Path) -> list[dict[str, Any]]:
    async def answer(_: Any) -> dict[str, Any]:
        return recording.answer

    config = {"commands": {"sandbox": "off"}} | recording.config
    answers = {"architect/confirm": answer}
    async with daemon(
        root, *recording.replies, rich=True, config=config, answers=answers
    ) as client:
        arguments = {"prompt": "Mend the addition."} | recording.arguments
        started = await client.command("architect.run", arguments)
        if recording.until is not None:
            await client.wait_for("architect/event", recording.until)
            stop = {"runId": started["runId"], "reason": "enough"}
            await client.command("architect.cancel", stop)
        await client.wait_for("architect/event", lambda event: event.get("state") == "done")
        return client.of("architect/event")


def _without_this_machine(events: list[dict[str, Any]], root: Path) -> list[dict[str, Any]]:
    text = json.dumps(events).replace(str(root), "/home/u/project")
    own = {"model": "recorded/script.json", "system": "(left out)", "opening": "(left out)"}
    return [event | own if event["type"] == "run.started" else event for event in json.loads(text)]


def main() -> None:
    """Record all of them."""
    _TARGET.mkdir(parents=True, exist_ok=True)
    for name, recording in RECORDINGS.items():
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve() / "project"
            root.mkdir()
            for path, text in _FILES.items():
                (root / path).write_bytes(text.encode())
            events = _without_this_machine(asyncio.run(_recorded(recording, root)), root)
        lines = json.dumps(events, indent=1, ensure_ascii=False)
        (_TARGET / f"{name}.json").write_bytes(f"{lines}\n".encode())


if __name__ == "__main__":
    main()
