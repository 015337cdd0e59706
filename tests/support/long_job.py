"""A job of many steps on a real source tree, and a provider that checks every request of it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, cast

import pydantic
from tests.support.provider_server import Behaviour, Call, Hang, Judge, Received, Reply
from tests.support.repository import commit_all

Json = Mapping[str, Any]

TASK = "Go through the sources, and note in NOTES where models are built. Keep it short; no emoji."
RULES = "Never rename a public function."
LATER_TASK = "Go on with it, and leave the tests alone."

_ASKS_FOR_SUMMARY = "The oldest part of this conversation will be left out"
_PAGE_LINES = 58

SUMMARY = """## Task
Go through the sources and note things.
## Decisions
none
## Files
I made some notes.
## Commands
none
## Failures
none
## Open points
The rest of the files.
## Next step
Read on."""
"""It forgets every file and every command."""


def lay_out(folder: Path) -> list[tuple[str, int]]:
    """Put the sources of a package into `folder`, under git; its modules, and their lines."""
    source = Path(pydantic.__file__).parent
    copytree(source, folder / "src", ignore=ignore_patterns("__pycache__", "*.so", "v1"))
    (folder / "AGENTS.md").write_text(f"{RULES}\n")
    commit_all(folder)
    modules = sorted((folder / "src").glob("*.py"), key=lambda path: -path.stat().st_size)
    return [
        (str(path.relative_to(folder)), path.read_bytes().count(b"\n")) for path in modules[:12]
    ]


@dataclass
class LongJob:
    """Replies with `steps` steps and an end; `problems` are what is wrong with the requests.

    It does not answer the summary of number `hangs_at`.
    """

    modules: Sequence[tuple[str, int]]
    steps: int
    hangs_at: int
    problems: list[str] = field(default_factory=list[str])
    summaries: int = 0
    compactions: int = 0
    changed: list[str] = field(default_factory=list[str])
    commands: list[str] = field(default_factory=list[str])
    _number: int = 0
    _resumed: bool = False
    _before: Sequence[Json] = ()
    _summed_up: bool = False
    _system: str = ""

    def judges(self) -> Iterator[Judge]:
        while True:
            yield self.answer

    def answer(self, received: Received) -> Behaviour:
        messages = cast(Sequence[Json], received.body["messages"])
        wants_summary = str(messages[-1]["content"]).startswith(_ASKS_FOR_SUMMARY)
        self.problems += (f"request {self._number}: {each}" for each in self._wrong(messages))
        if wants_summary:
            return self._sum_up(received.body, messages)
        self._before, self._summed_up = messages, False
        self._number += 1
        if self._number > self.steps:
            return Reply("All noted.", usage=None)
        name, arguments = self._call(self._number)
        call = Call(name, json.dumps(arguments), f"call_{self._number}")
        return Reply(f"Step {self._number}: on with it.", [call], usage=None)

    def resumed(self) -> None:
        """From here on the model has been told `LATER_TASK` as well."""
        self._resumed = True

    def _sum_up(self, body: Json, messages: Sequence[Json]) -> Behaviour:
        self.summaries += 1
        if list(messages[: len(self._before)]) != list(self._before):
            self.problems.append(f"summary {self.summaries} does not begin as the request before")
        if body.get("tool_choice") != "none" or not body.get("tools"):
            self.problems.append(f"summary {self.summaries} has other tools, or may call them")
        if self.summaries == self.hangs_at:
            return Hang()
        self._summed_up, self.compactions = True, self.compactions + 1
        return Reply(SUMMARY, usage=None)

    def _call(self, number: int) -> tuple[str, dict[str, Any]]:
        if number % 10 == 3:
            path = f"NOTES/{number}.md"
            self.changed.append(path)
            return "write_file", {"path": path, "content": f"Seen up to step {number}.\n"}
        if number % 10 == 7:
            command = f"git log --oneline --max-count={number}"
            self.commands.append(command)
            return "run_command", {"command": command}
        path, lines = self.modules[number % len(self.modules)]
        offset = 1 + number // len(self.modules) * _PAGE_LINES % (lines - _PAGE_LINES)
        return "read_file", {"path": path, "offset": offset, "limit": _PAGE_LINES}

    def _wrong(self, messages: Sequence[Json]) -> Iterator[str]:
        system, opening = str(messages[0]["content"]), str(messages[1]["content"])
        self._system = self._system or system
        if system != self._system or RULES not in system:
            yield "its system message is another"
        if TASK not in opening:
            yield "the task is not at its beginning"
        everything = "\n".join(map(json.dumps, messages))
        if self._resumed and LATER_TASK not in everything:
            yield "the later task is missing"
        yield from (f"{path} is forgotten" for path in self.changed if path not in everything)
        recent = [command for command in self.commands[-20:] if command not in everything]
        yield from (f"{command!r} is forgotten" for command in recent)
        yield from _unmatched(messages)
        same = list(messages[: len(self._before)]) == list(self._before)
        if not same and not self._summed_up:
            yield "it does not begin as the one before"
        if self._summed_up and (same or len(messages) >= len(self._before)):
            yield "it is no shorter after the summary"


def _unmatched(messages: Sequence[Json]) -> Iterator[str]:
    """Calls that do not have exactly one result right behind them."""
    waiting: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                yield f"{message['tool_call_id']} has a result and no call"
            else:
                waiting.remove(message["tool_call_id"])
            continue
        yield from (f"{call_id} has no result" for call_id in waiting)
        waiting = [call["id"] for call in message.get("tool_calls") or ()]
    yield from (f"{call_id} has no result" for call_id in waiting)


def folded_sizes(stderr: str) -> list[tuple[int, int]]:
    """The tokens before and after each compaction, as the terminal says them."""
    found = re.findall(r"^context: ([\d,]+) -> ([\d,]+) tokens", stderr, re.MULTILINE)
    return [(int(a.replace(",", "")), int(b.replace(",", ""))) for a, b in found]
