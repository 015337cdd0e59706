"""Playing a scenario: a real workspace, journal, engine and loop around a scripted model."""

import asyncio
import json
import os
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from tests.scenarios.archive import Archive
from tests.scenarios.event_lines import event_lines
from tests.scenarios.replies import replies_of
from tests.support.journals import read_journal

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.run_factory import RunFactory
from architect.cli.exit_codes import PARTIAL
from architect.cli.run_exit_code import run_exit_code
from architect.cli.terminal_approver import NobodyToAsk
from architect.config.schema import Config
from architect.domain.journal.events import Event
from architect.domain.journal.fold import apply
from architect.domain.journal.state import AgentState
from architect.domain.run_request import RunRequest
from architect.domain.verdict import Choice, ConfirmMode
from architect.ports.host import Host
from architect.testing.scripted_approver import ScriptedApprover

_REQUEST_KEYS = {"task", "agent", "mode", "dry_run", "max_steps", "answers", "config", "checks"}


@dataclass(frozen=True)
class Outcome:
    """What came of a scenario, as the files of its archive below `golden`."""

    golden: dict[str, bytes]
    events: list[Event]
    state: AgentState


def play(scenario: Archive, folder: Path) -> Outcome:
    """Run the scenario in `folder`, which is empty."""
    workspace = folder / "workspace"
    before = scenario.below("files")
    for path, content in before.items():
        (workspace / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace / path).write_bytes(content)
    workspace.mkdir(exist_ok=True)
    script = folder / "script.json"
    replies = _with_texts(scenario, replies_of(scenario.files["replies"].decode()))
    script.write_text(json.dumps({"schema_version": 1, "replies": replies}))
    state = asyncio.run(_run(json.loads(scenario.files["request.json"]), workspace, script))
    events = _journaled(workspace)
    golden = {"events": event_lines(events, workspace).encode(), "result": _result(state)}
    return Outcome(golden | _changes(before, workspace), events, state)


async def _run(wanted: dict[str, Any], workspace: Path, script: Path) -> AgentState:
    unknown = wanted.keys() - _REQUEST_KEYS
    assert not unknown, f"request.json has unknown keys: {unknown}"
    config = config_of(wanted, script)
    request = RunRequest(
        task=wanted.get("task", "Do it."),
        agent=wanted.get("agent", "build"),
        mode=ConfirmMode(wanted["mode"]) if "mode" in wanted else None,
        dry_run=wanted.get("dry_run", False),
        max_steps=wanted.get("max_steps"),
        checks=tuple(wanted.get("checks", ())),
    )
    answers = wanted.get("answers")
    host = Host(
        workspace=DiskWorkspace(workspace),
        approver=NobodyToAsk() if answers is None else ScriptedApprover(map(Choice, answers)),
    )
    credentials = Credentials({"PATH": os.environ["PATH"]})
    factory = RunFactory(ConfiguredParts(config, host, credentials))
    return await (await factory.open(request)).go()


def config_of(wanted: dict[str, Any], script: Path) -> Config:
    """The configuration that the request of a scenario names, with the replies of `script`."""
    given = wanted.get("config", {})
    # Whether a sandbox works here must not show in the events.
    commands = {"sandbox": "off", **given.get("commands", {})}
    llm = {"model": f"recorded/{script}"}
    return Config.model_validate({**given, "commands": commands, "llm": llm})


def _with_texts(scenario: Archive, value: Any) -> Any:
    """`value` with every "@texts/NAME" replaced by that file: a patch reads badly inside JSON."""
    match value:
        case dict():
            return {key: _with_texts(scenario, each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [_with_texts(scenario, each) for each in value]  # pyright: ignore[reportUnknownVariableType]
        case str() if value.startswith("@texts/"):
            return scenario.files[value[1:]].decode()
        case _:
            return value


def _journaled(workspace: Path) -> list[Event]:
    (journal,) = (workspace / ".architect" / "sessions").glob("*.jsonl")
    return [record.event for record in read_journal(journal)]


def _changes(before: dict[str, bytes], workspace: Path) -> dict[str, bytes]:
    """The files that are not as they were; a deleted one is empty, with a name that says so."""
    after = {
        path.relative_to(workspace).as_posix(): path.read_bytes()
        for path in sorted(workspace.rglob("*"))
        if path.is_file() and ".architect" not in path.parts
    }
    changed = {path: content for path, content in after.items() if before.get(path) != content}
    deleted = {f"{path}.deleted": b"" for path in before if path not in after}
    return {f"files/{path}": content for path, content in (changed | deleted).items()}


def _result(state: AgentState) -> bytes:
    lines = [
        f"status: {state.status}",
        f"stop_reason: {state.stop_reason}",
        f"exit code: {run_exit_code(state, on_partial=PARTIAL)}",
        f"output: {state.output}",
    ]
    if state.error is not None:
        lines.append(f"error: {state.error.message}")
    return "".join(f"{line}\n" for line in lines).encode()


def folded(events: list[Event]) -> AgentState:
    return reduce(apply, events, AgentState())
