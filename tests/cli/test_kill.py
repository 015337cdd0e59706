"""`kill -9` at any instant: no file is half written, and no applied change is unknown."""

import asyncio
import json
import os
import random
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.support.effort import tries
from tests.support.journals import read_journal
from tests.support.repository import commit_all
from tests.support.sandboxes import need_sandbox
from tests.support.until import until
from tests.support.zygote import Zygote, zygote

from architect.app.run_changes import undo_whole_run
from architect.bootstrap.workspaces import disk_workspace
from architect.domain.ids import RunId
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.events import Event
from architect.domain.journal.fold import apply
from architect.domain.journal.state import AgentState

KILLS = tries(12, long=500)
ROUNDS = 6
SEED = 20_260_101

Content = bytes | None
"""Of a file; None where there is none."""


@dataclass(slots=True)
class Story:
    """A script of edits, and every state that each file goes through in it."""

    states: dict[str, list[Content]] = field(default_factory=dict[str, list[Content]])
    replies: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def edit(self, path: str, old: str, new: str) -> dict[str, Any]:
        self._goes_to(path, self._now(path).replace(old.encode(), new.encode(), 1))
        return _call("edit_file", path=path, old_str=old, new_str=new)

    def patch(self, path: str, old: str, new: str) -> dict[str, Any]:
        self._goes_to(path, self._now(path).replace(old.encode(), new.encode(), 1))
        patch = f"--- a/{path}\n+++ b/{path}\n@@ ... @@\n-{old}\n+{new}\n"
        return _call("apply_patch", path=path, patch=patch)

    def write(self, path: str, content: str) -> dict[str, Any]:
        self._goes_to(path, content.encode())
        return _call("write_file", path=path, content=content)

    def read(self, path: str) -> dict[str, Any]:
        return _call("read_file", path=path)

    def append(self, path: str, content: str) -> dict[str, Any]:
        self._goes_to(path, self._now(path) + content.encode())
        return _call("write_file", path=path, content=content, mode="append")

    def reply(self, *calls: dict[str, Any]) -> None:
        self.replies.append({"text": "go on", "calls": list(calls), "delay_s": 0.001})

    def _now(self, path: str) -> bytes:
        return self.states.get(path, [None])[-1] or b""

    def _goes_to(self, path: str, content: bytes) -> None:
        self.states.setdefault(path, [None]).append(content)


def _call(name: str, **arguments: str) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


def _story() -> Story:
    """Edits of every kind: LF and CRLF, small and large, new files and new folders."""
    large = "".join(f"line {n}\n" for n in range(20_000))
    story = Story(
        {
            "small.txt": [b"value = 0\n"],
            "windows.txt": [b"first\r\nvalue = 0\r\nlast\r\n"],
            "large.txt": [f"value = 0\n{large}".encode()],
            "whole.txt": [b"all of 0\n"],
            "untouched.txt": [b"nobody changes this\r\n\xff"],
        }
    )
    story.reply(story.read("whole.txt"))
    for n in range(ROUNDS):
        old, new = f"value = {n}", f"value = {n + 1}"
        story.reply(story.edit("small.txt", old, new), story.patch("windows.txt", old, new))
        story.reply(story.edit("large.txt", old, new))
        story.reply(
            story.write("whole.txt", f"all of {n + 1}\n" * 2_000),
            story.write(f"new/{n}/file.txt", f"new {n}\n"),
            story.append("log.txt", f"entry {n}\n"),
        )
    return story


def _lay_out(story: Story, workspace: Path) -> None:
    workspace.mkdir()
    for path, states in story.states.items():
        if states[0] is not None:
            (workspace / path).write_bytes(states[0])


def _start(
    process: Zygote, workspace: Path, script: Path, *, mode: str = "yolo"
) -> tuple[int, int]:
    """A new process and our end of its standard output, which shows its events."""
    pipe = workspace.parent / f"{workspace.name}.pipe"
    if not pipe.exists():
        os.mkfifo(pipe)
    flags = ["--events", "--quiet", "--mode", mode, "--model", f"recorded/{script.name}"]
    arguments = ["run", "edit it", "--workspace", str(workspace), *flags]
    pid = process.start(arguments, folder=script.parent, output=pipe)
    return pid, os.open(pipe, os.O_RDONLY)


def _follow(output: int, seconds: float | None = None) -> None:
    """Read `output` for so long, or until it ends."""
    deadline = None if seconds is None else time.monotonic() + seconds
    while True:
        left_s = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select([output], [], [], left_s)
        if not ready or not os.read(output, 1 << 16):
            return


def _undisturbed_s(process: Zygote, story: Story, folder: Path, script: Path) -> float:
    """How long the story takes from its first event to its end."""
    workspace = folder / "undisturbed"
    _lay_out(story, workspace)
    _, output = _start(process, workspace, script)
    os.read(output, 1)
    began = time.monotonic()
    _follow(output)
    os.close(output)
    assert process.wait() == 0
    for path, states in story.states.items():
        assert (workspace / path).read_bytes() == states[-1], path
    return time.monotonic() - began


def _kill_one(process: Zygote, workspace: Path, script: Path, *, after_s: float) -> int:
    """Start a run and kill it `after_s` after its first event; its exit code."""
    pid, output = _start(process, workspace, script)
    os.read(output, 1)
    _follow(output, after_s)
    os.kill(pid, signal.SIGKILL)
    os.close(output)
    return process.wait()


def _problems(story: Story, workspace: Path) -> Iterator[str]:
    """Everything that must not be after a kill."""
    events = _events(workspace)
    intended = {e.path: e for e in events if isinstance(e, FileChangeIntended)}
    changed = [(n, e.path) for n, e in enumerate(events) if isinstance(e, FileChanged)]
    done = {path for n, path in changed if events.index(intended[path]) < n}
    for path, states in story.states.items():
        content = _content(workspace / path)
        if content not in states:
            yield f"{path} is in none of its states"
        if path not in intended:
            if content != states[0]:
                yield f"{path} was changed, and the journal does not know"
            continue
        wanted = intended[path]
        digest = None if content is None else sha256(content).hexdigest()
        possible = (
            {wanted.after_sha256} if path in done else {wanted.before_sha256, wanted.after_sha256}
        )
        if digest not in possible:
            yield f"{path} is not what the journal says"
    for path in sorted(workspace.rglob("*")):
        relative = path.relative_to(workspace).as_posix()
        if (
            path.is_file()
            and relative not in story.states
            and not relative.startswith(".architect/")
        ):
            yield f"{relative} was left behind"
    state = reduce(apply, events, AgentState())
    if set(state.files_modified) != {path for _, path in changed}:
        yield "the state does not know every change"


def _events(workspace: Path) -> list[Event]:
    (journal,) = (workspace / ".architect" / "sessions").glob("*.jsonl")
    return [record.event for record in read_journal(journal)]


def _content(path: Path) -> Content:
    return path.read_bytes() if path.exists() else None


def _litter(workspace: Path) -> list[Path]:
    return list((workspace / ".architect" / "tmp").glob("*"))


# Lines that run unasked because undo brings everything back, and what they leave when they begin.
_TAKES_AWAY = {
    "rm -rf new.txt 'a folder'": {"new.txt", "a folder/deep.sh"},
    "truncate -s 0 new.txt": {"new.txt"},
    "cd 'a folder' && rm *; cd ..": {"a folder/deep.sh"},
    "git checkout -- changed.txt": {"changed.txt"},
    "git reset --hard && git clean -fd -- new.txt": {"changed.txt", "new.txt"},
    "rm changed.txt committed.txt": {"changed.txt", "committed.txt"},
}


def test_what_a_command_took_away_is_back_after_a_kill(tmp_path: Path) -> None:
    """The command is killed with the run, after it has done what it was let through for."""
    need_sandbox(tmp_path)
    script = tmp_path / "script.json"
    problems: dict[str, list[str]] = {}
    with zygote() as process:
        for number, (line, taken) in enumerate(_TAKES_AWAY.items()):
            workspace = tmp_path / str(number)
            files = _lay_out_repository(workspace)
            call = _call("run_command", command=f"{line}; touch taken; tail -f /dev/null")
            script.write_text(json.dumps({"schema_version": 1, "replies": [{"calls": [call]}]}))
            pid, output = _start(process, workspace, script, mode="confirm-sensitive")
            until((workspace / "taken").exists, line)
            os.kill(pid, signal.SIGKILL)
            os.close(output)
            assert process.wait() == -signal.SIGKILL
            changed = {name for name, was in files.items() if _kept(workspace / name) != was}
            _take_back(workspace)
            left = {name for name, was in files.items() if _kept(workspace / name) != was}
            if changed != taken or left:
                problems[line] = [f"took {sorted(changed)}", f"did not come back {sorted(left)}"]
    assert problems == {}


def _lay_out_repository(workspace: Path) -> dict[str, tuple[Content, bool]]:
    committed = {"committed.txt": b"committed\n", "changed.txt": b"one\ntwo\n"}
    others = {
        "changed.txt": b"one\ntwo\nnobody else has this\n",
        "new.txt": b"nor this\r\n",
        "a folder/deep.sh": b"echo nor this\n",
    }
    workspace.mkdir()
    for name, content in committed.items():
        (workspace / name).write_bytes(content)
    commit_all(workspace)
    (workspace / "a folder").mkdir()
    for name, content in others.items():
        (workspace / name).write_bytes(content)
    (workspace / "a folder/deep.sh").chmod(0o755)
    return {name: _kept(workspace / name) for name in {**committed, **others}}


def _kept(path: Path) -> tuple[Content, bool]:
    return _content(path), os.access(path, os.X_OK)


def _take_back(workspace: Path) -> None:
    """Undo the killed run."""
    (journal,) = (workspace / ".architect" / "sessions").glob("*.jsonl")
    report = asyncio.run(undo_whole_run(RunId(f"{journal.stem}.1"), disk_workspace(workspace)))
    assert not report.conflicts


def test_a_kill_at_any_instant_loses_nothing(tmp_path: Path) -> None:
    story = _story()
    script = tmp_path / "script.json"
    last = {"text": "done"}
    script.write_text(json.dumps({"schema_version": 1, "replies": [*story.replies, last]}))
    chance = random.Random(SEED)
    midway = in_change = littered = 0
    with zygote() as process:
        longest_s = _undisturbed_s(process, story, tmp_path, script)
        for number in range(KILLS):
            after_s = chance.uniform(0, longest_s)
            workspace = tmp_path / str(number)
            _lay_out(story, workspace)
            midway += _kill_one(process, workspace, script, after_s=after_s) == -signal.SIGKILL
            problems = list(_problems(story, workspace))
            assert not problems, f"kill {number}, {after_s * 1000:.2f} ms after the first event"
            in_change += isinstance(_events(workspace)[-1], FileChangeIntended)
            littered += bool(_litter(workspace))
            _take_back(workspace)
            for path, states in story.states.items():
                assert _content(workspace / path) == states[0], f"kill {number}: {path}"
    print(
        f"a run took {longest_s * 1000:.0f} ms; of {KILLS} kills {midway} hit the run midway, "
        f"{in_change} between intention and change, {littered} left a temporary file"
    )
    assert midway > KILLS / 4


def test_the_next_run_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    workspace = tmp_path / "workspace"
    leftovers = workspace / ".architect" / "tmp"
    leftovers.mkdir(parents=True)
    (leftovers / f".{ended.pid}-0123456789ab.architect-partial").write_bytes(b"half a fi")
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"schema_version": 1, "replies": [{"text": "done"}]}))
    with zygote() as process:
        _, output = _start(process, workspace, script)
        _follow(output)
        os.close(output)
        assert process.wait() == 0
    assert _litter(workspace) == []
