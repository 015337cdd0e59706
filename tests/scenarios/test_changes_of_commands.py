"""What commands change in files: on record like the changes of tools, and undone like them."""

import asyncio
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.journals import read_journal
from tests.support.replies import text_reply
from tests.support.repository import commit_all, git
from tests.support.rig import Rules, make_rig
from tests.support.sandboxes import need_sandbox
from tests.support.table import table

from architect.adapters.changes.comparison import TOO_MANY
from architect.adapters.changes.disk_changes import DiskChanges
from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.app.run_changes import hunks_of_run, undo_hunks_of_run, undo_whole_run
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.run_factory import RunFactory
from architect.cli.terminal_approver import NobodyToAsk
from architect.config.schema import Config
from architect.domain.files.tree_changes import BINARY, MOVED_BY_GIT, TreeChange, TreeChanges
from architect.domain.ids import RunId
from architect.domain.journal.call_events import ToolDecided, ToolFinished
from architect.domain.journal.change_events import ChangesNotRecorded, FileChanged
from architect.domain.journal.events import Event, Record
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.run_request import RunRequest
from architect.domain.shell import CommandOutcome
from architect.domain.verdict import ConfirmMode
from architect.ports.host import Host
from architect.ports.model import ProgressListener
from architect.services.hunk_review import HunkChoice
from architect.testing.fake_changes import FakeChanges

FILES = {
    "clean.txt": b"one\ntwo\nthree\nfour\nfive\nsix\nseven\n",
    "dirty.txt": b"committed\n",
    "crlf.txt": b"a\r\nb\r\n",
    "tool.sh": b"#!/bin/sh\necho hello\n",
    "old/name.txt": b"moves\n",
    "gone.txt": b"goes away\n",
    "logo.png": b"\x89PNG\0\1\2",
    ".gitignore": b"*.log\nbuild/\n",
    ".gitattributes": b"crlf.txt text eol=crlf\n",
}

MADE = {"make": CommandOutcome(0, "", "", 0.1)}


@dataclass(frozen=True)
class Played:
    """A run that is over, in its workspace."""

    workspace: DiskWorkspace
    run_id: RunId
    events: list[Event]

    @property
    def changed(self) -> list[str]:
        """The changes by commands, in order."""
        changes = (one for one in self.events if isinstance(one, FileChanged) and one.by_command)
        return [f"{one.kind} {one.path}" for one in changes]

    @property
    def not_recorded(self) -> dict[str, int]:
        found = (one for one in self.events if isinstance(one, ChangesNotRecorded))
        return {one.reason: one.count for one in found}


class User:
    """A sink in which somebody works beside the run: `then` is done after so many calls."""

    def __init__(self, then: Mapping[int, Callable[[], object]]) -> None:
        self._then = then
        self._calls = 0

    def show(self, record: Record) -> None:
        if isinstance(record.event, ToolFinished):
            self._calls += 1
            self._then.get(self._calls, lambda: None)()


def repository(folder: Path) -> Path:
    root = folder / "project"
    for path, content in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    commit_all(root)
    (root / "dirty.txt").write_bytes(b"committed\nand not\n")
    (root / "untracked.txt").write_bytes(b"nobody else has this\n")
    return root


def played(
    root: Path,
    *commands: str | dict[str, Any],
    then: Mapping[int, Callable[[], object]] | None = None,
    mode: ConfirmMode = ConfirmMode.YOLO,
) -> Played:
    """A run of the real parts in `root`, whose model calls for `commands` one after the other."""
    calls = [
        one if isinstance(one, dict) else {"name": "run_command", "arguments": {"command": one}}
        for one in commands
    ]
    replies = [*({"calls": [one]} for one in calls), {"text": "done"}]
    script = root.parent / "script.json"
    script.write_text(json.dumps({"schema_version": 1, "replies": replies}))
    config = Config.model_validate({"llm": {"model": f"recorded/{script}"}})
    workspace = DiskWorkspace(root)
    host = Host(workspace=workspace, approver=NobodyToAsk(), sinks=(User(then or {}),))
    credentials = Credentials({"PATH": os.environ["PATH"], "HOME": str(root.parent)})
    factory = RunFactory(ConfiguredParts(config, host, credentials))
    request = RunRequest(task="change", agent="build", mode=mode)

    async def go() -> RunId:
        run = await factory.open(request)
        await run.go()
        return run.context.run_id

    run_id = asyncio.run(go())
    (journal,) = (root / ".architect" / "sessions").glob("*.jsonl")
    events = [record.event for record in read_journal(journal)]
    return Played(workspace, run_id, events)


def contents(root: Path) -> dict[str, tuple[bytes, bool]]:
    """Every file that git does not ignore, with its bytes and whether it can be executed."""
    paths = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), os.access(path, os.X_OK))
        for path in paths
        if not {".git", ".architect", "build"} & set(path.relative_to(root).parts)
        and path.suffix != ".log"
    }


def undone(run: Played, *, left: Sequence[str] = ()) -> None:
    report = asyncio.run(undo_whole_run(run.run_id, run.workspace))
    assert [conflict.path for conflict in report.conflicts] == [*left]


@table(
    ("command", "changed"),
    [
        ("sed -i s/two/TWO/ clean.txt", ["modified clean.txt"]),
        ("sed -i s/not/NOT/ dirty.txt", ["modified dirty.txt"]),
        ("printf more >> untracked.txt", ["modified untracked.txt"]),
        ("sed -i s/a/A/ crlf.txt", ["modified crlf.txt"]),
        ("mkdir -p x/y && echo new > x/y/new.txt", ["created x/y/new.txt"]),
        ("rm gone.txt untracked.txt", ["deleted gone.txt", "deleted untracked.txt"]),
        ("mv old new", ["created new/name.txt", "deleted old/name.txt"]),
        ("chmod +x tool.sh", ["modified tool.sh"]),
        ("git checkout -q -- dirty.txt", ["modified dirty.txt"]),
        ("git stash -q", ["modified dirty.txt"]),
        ("touch clean.txt; cp clean.txt t && cat t > clean.txt && rm t", []),
        ("echo secret > debug.log; mkdir build; echo out > build/out.txt", []),
        ("cat clean.txt", []),
        ("sed -i s/two/TWO/ clean.txt; exit 3", ["modified clean.txt"]),
    ],
)
def test_undo_brings_back_what_a_command_changed(
    command: str, changed: list[str], tmp_path: Path
) -> None:
    root = repository(tmp_path)
    before = contents(root)
    run = played(root, command)
    assert (run.changed, run.not_recorded) == (changed, {})
    if changed:
        assert contents(root) != before
        undone(run)
    assert contents(root) == before


def test_what_the_user_does_beside_commands_is_his(tmp_path: Path) -> None:
    root = repository(tmp_path)
    clean, made = root / "clean.txt", root / "mine.txt"

    def work() -> None:
        clean.write_bytes(clean.read_bytes() + b"eight, by hand\n")
        (root / "dirty.txt").write_bytes(b"by hand\n")
        made.write_bytes(b"mine\n")
        (root / "empty").mkdir()

    edit = {"name": "write_file", "arguments": {"path": "tool.txt", "content": "by a tool\n"}}
    run = played(
        root,
        "sed -i s/two/TWO/ clean.txt",
        edit,
        "sed -i s/six/SIX/ clean.txt; echo x > empty/x",
        "sed -i s/mine/MINE/ mine.txt",
        then={1: work},
    )
    assert run.changed == [
        "modified clean.txt",
        "modified clean.txt",
        "created empty/x",
        "modified mine.txt",
    ]
    undone(run)
    assert clean.read_bytes() == FILES["clean.txt"] + b"eight, by hand\n"
    assert (root / "dirty.txt").read_bytes() == b"by hand\n"
    assert made.read_bytes() == b"mine\n"
    assert not (root / "tool.txt").exists()


def test_hunks_of_commands_are_undone_one_by_one(tmp_path: Path) -> None:
    root = repository(tmp_path)
    edit = {"name": "write_file", "arguments": {"path": "both.txt", "content": "a\n"}}
    run = played(root, "sed -i 's/two/TWO/; s/six/SIX/' clean.txt", edit, "echo b >> both.txt")

    async def undo_first() -> None:
        found = await hunks_of_run(run.run_id, run.workspace)
        both, file = sorted(found.files, key=lambda each: each.path)
        assert (both.by_command, file.by_command) == (False, True)
        first, _ = [hunk.hunk_id for hunk in file.hunks]
        choice = HunkChoice(hunk_ids=frozenset({first}))
        report = await undo_hunks_of_run(run.run_id, run.workspace, choice)
        assert report.conflicts == ()

    asyncio.run(undo_first())
    assert (root / "clean.txt").read_bytes() == FILES["clean.txt"].replace(b"six", b"SIX")


def test_a_command_that_is_killed_leaves_its_changes_on_record(tmp_path: Path) -> None:
    root = repository(tmp_path)
    before = contents(root)
    arguments = {"command": "echo half > half.txt; rm gone.txt; sleep 30", "timeout": 1}
    run = played(root, {"name": "run_command", "arguments": arguments})
    assert run.changed == ["deleted gone.txt", "created half.txt"]
    undone(run)
    assert contents(root) == before


def test_what_undo_cannot_bring_back_is_said(tmp_path: Path) -> None:
    root = repository(tmp_path)
    git(root, "branch", "other")
    (root / "clean.txt").write_bytes(b"another commit\n")
    git(root, "commit", "-q", "-m", "more", "clean.txt")
    run = played(
        root,
        "git checkout -q other",
        "printf x >> logo.png; ln -s clean.txt link",
        "for n in $(seq 300); do echo $n > made$n.txt; done",
        "echo after > after.txt",
    )
    assert run.changed == ["created after.txt"]
    assert run.not_recorded == {MOVED_BY_GIT: 1, BINARY: 1, "a link": 1, TOO_MANY: 300}
    report = asyncio.run(undo_whole_run(run.run_id, run.workspace))
    assert report.reverted == ("after.txt",)
    left = [conflict.path for conflict in report.conflicts]
    assert (left[:2], len(left)) == (["link", "logo.png"], 22)
    assert report.conflicts[1].reason == "a command changed it: binary"
    assert report.conflicts[2].reason == f"a command changed it and 299 others: {TOO_MANY}"


def test_what_builds_make_again_is_not_missed_by_undo(tmp_path: Path) -> None:
    root = repository(tmp_path)
    git(root, "add", "-f", *_tracked_build(root))
    git(root, "commit", "-q", "-m", "a build")
    run = played(
        root,
        "mkdir __pycache__ && printf 'x\\0' > __pycache__/shop.pyc; echo one > one.txt",
        "printf 'y\\0' > __pycache__/shop.pyc; ln -s ../tool.sh __pycache__/link",
        "mkdir node_modules; for n in $(seq 300); do echo $n > node_modules/$n.js; done;"
        " echo '{}' > package-lock.json",
        "printf 'z\\0' > dist/tracked.wasm",
    )
    assert run.changed == ["created one.txt", "created package-lock.json"]
    assert run.not_recorded == {BINARY: 1}
    undone(run, left=["dist/tracked.wasm"])
    assert not (root / "one.txt").exists()
    assert not (root / "package-lock.json").exists()


def _tracked_build(root: Path) -> list[str]:
    (root / "dist").mkdir()
    (root / "dist" / "tracked.wasm").write_bytes(b"\0\1")
    return ["dist/tracked.wasm"]


def test_what_undo_brings_back_is_deleted_without_a_question(tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    root = repository(tmp_path)
    (root / "many.sh").write_bytes(b"for n in $(seq 300); do echo $n > made$n.txt; done\n")
    (root / "build").mkdir()
    (root / "build" / "x.o").write_bytes(b"\0")
    (root / "debug.log").write_bytes(b"nobody has this\n")
    before = contents(root)
    commands = [
        "rm -rf old build",
        "git checkout -q -- dirty.txt",
        "rm untracked.txt && sh many.sh",
        "rm made*",
        "rm debug.log",
        "rm -r .git",
        "git stash -q && rm clean.txt",
        "rm logo.png",
    ]
    run = played(root, *commands, mode=ConfirmMode.CONFIRM_SENSITIVE)
    decided = [one for one in run.events if isinstance(one, ToolDecided)]
    assert [one.allowed for one in decided] == [True] * 3 + [False] * 5
    assert run.changed == ["deleted old/name.txt", "modified dirty.txt", "deleted untracked.txt"]
    assert run.not_recorded == {TOO_MANY: 300}
    asyncio.run(undo_whole_run(run.run_id, run.workspace))
    left = {path: content for path, content in contents(root).items() if "made" not in path}
    assert left == before


def test_a_file_that_comes_to_light_is_not_taken_for_new(tmp_path: Path) -> None:
    root = repository(tmp_path)
    (root / "build").mkdir()
    (root / "build" / "kept.txt").write_bytes(b"old\n")
    (root / "kept.log").write_bytes(b"old\n")
    show = "echo '*.tmp' > .gitignore; echo more >> kept.log; echo more >> build/kept.txt"
    run = played(root, show, "echo more >> kept.log")
    assert run.changed == ["modified .gitignore", "modified kept.log"]
    undone(run, left=["kept.log"])
    assert (root / "kept.log").read_bytes() == b"old\nmore\n"
    assert (root / "build" / "kept.txt").read_bytes() == b"old\nmore\n"


def test_without_git_undo_brings_changes_back_too(tmp_path: Path) -> None:
    root = tmp_path / "project"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "a.txt").write_bytes(b"one\ntwo\n")
    (root / ".gitignore").write_bytes(b"*.log\n")
    before = contents(root)
    run = played(root, "sed -i s/two/TWO/ docs/a.txt; mkdir new; echo n > new/n", "echo > x.log")
    assert run.changed == ["modified docs/a.txt", "created new/n"]
    undone(run)
    assert contents(root) == before


def test_a_record_that_fails_fails_no_command() -> None:
    rig = make_rig(watch=FakeChanges(broken="no such folder"), outcomes=MADE)
    result = rig.call("run_command", {"command": "make"})
    assert result.success
    assert [str(error) for error in rig.crashes.errors] == ["no such folder"]
    assert [(one.reason, one.count) for one in rig.state.not_recorded] == [
        ("changes could not be told: no such folder", 0)
    ]


def test_commands_that_only_read_are_not_looked_after() -> None:
    watch = FakeChanges()
    rig = make_rig(watch=watch, outcomes=MADE)
    rig.call("run_command", {"command": "git status"})
    assert watch.marks == 0
    rig.call("run_command", {"command": "make"})
    assert watch.marks == 1


def test_changes_of_commands_use_up_no_limit_of_edits() -> None:
    watch = FakeChanges([TreeChanges((TreeChange("a.txt", b"a\n", b"b\n"),))])
    rig = make_rig(watch=watch, outcomes=MADE)
    rig.call("run_command", {"command": "make"})
    state, totals = rig.state, rig.run.context.totals()
    assert (state.files_modified, state.files_by_command) == (("a.txt",), ("a.txt",))
    assert (totals.files, totals.lines) == ((), 0)


class Watch(FakeChanges):
    """Says when it has looked ahead."""

    def __init__(self) -> None:
        super().__init__()
        self.looked = asyncio.Event()

    async def prepare(self) -> None:
        self.looked.set()


class Thinking(ScriptedModel):
    """Answers when `until` it is time."""

    def __init__(self, until: asyncio.Event, *replies: ScriptedReply) -> None:
        super().__init__(replies)
        self._until = until

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        await asyncio.wait_for(self._until.wait(), 20)
        return await super().complete(request, on_progress)


def test_the_workspace_is_looked_at_while_the_model_thinks() -> None:
    watch = Watch()
    rig = make_rig(watch=watch, model=Thinking(watch.looked, text_reply("done")))
    rig.go()
    assert watch.looked.is_set()
    for rules in (
        Rules(dry_run=True),
        Rules(proposes=True),
        Rules(allowed=frozenset({"read_file"})),
    ):
        assert not make_rig(rules=rules).run.context.may_record_commands


def test_what_changes_behind_the_look_ahead_is_not_taken_for_the_command_s(tmp_path: Path) -> None:
    root = repository(tmp_path)

    def by_hand() -> None:
        (root / "clean.txt").write_bytes(b"by hand\n")
        (root / "untracked.txt").unlink()
        (root / "mine" / "deep").mkdir(parents=True)
        (root / "mine" / "deep" / "new.txt").write_bytes(b"mine\n")
        (root / "debug.log").write_bytes(b"ignored until now\n")
        (root / ".gitignore").write_bytes(b"build/\n")
        git(root, "commit", "-q", "-m", "dirty", "dirty.txt")

    def command() -> None:
        for name in ("clean.txt", "dirty.txt", "mine/deep/new.txt", "mine/made.txt"):
            with (root / name).open("ab") as file:
                file.write(b"by a command\n")

    async def go() -> TreeChanges:
        watch = DiskChanges(root)
        await watch.prepare()
        by_hand()
        await watch.mark()
        command()
        changes = await watch.changes()
        await watch.aclose()
        return changes

    changes = asyncio.run(go())
    assert changes.left_out == {}
    assert {one.path: one.before for one in changes.files} == {
        "clean.txt": b"by hand\n",
        "dirty.txt": b"committed\nand not\n",
        "mine/deep/new.txt": b"mine\n",
        "mine/made.txt": None,
    }


def test_a_text_that_something_else_replaced_is_not_lost(tmp_path: Path) -> None:
    """Undo leaves alone what is there instead; once that is gone, the text comes back."""
    lines = {
        "link": "rm untracked.txt; ln -s clean.txt untracked.txt",
        "binary": "rm untracked.txt; cp logo.png untracked.txt",
        "large": "head -c 2100000 /dev/zero > untracked.txt",
    }
    for name, line in lines.items():
        (tmp_path / name).mkdir()
        root = repository(tmp_path / name)
        run = played(root, line)
        undone(run, left=["untracked.txt"])
        (root / "untracked.txt").unlink()
        report = asyncio.run(undo_whole_run(run.run_id, run.workspace))
        assert (root / "untracked.txt").read_bytes() == b"nobody else has this\n", (name, report)
