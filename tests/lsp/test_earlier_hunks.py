"""Changes of earlier runs that wait for a decision, marked again after a restart."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import daemon, played
from tests.support.lsp_client import VSCODE, EditorClient, editor
from tests.support.reviewed_run import AFTER, BEFORE, RUN, ids, marking, ran
from tests.support.rig import started_event

from architect.adapters.records.file_originals import FileOriginals
from architect.app.open_hunks import MOST_EARLIER, MOST_FILES
from architect.domain.ids import CallId, RunId, SessionId
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.event_json import record_line
from architect.domain.journal.events import Event, Record

AT = datetime.now(UTC)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_bytes(BEFORE.encode())
    return root


async def hunks(client: EditorClient) -> list[dict[str, Any]]:
    return (await client.command("architect.hunks", {}))["hunks"]


async def found(client: EditorClient) -> list[dict[str, Any]]:
    """Those of earlier runs, as an editor learns of them."""
    assert await hunks(client) == []
    told = await client.wait_for("architect/hunks/changed")
    listed = await hunks(client)
    assert {each["uri"] for each in listed} == set(told["uris"])
    return listed


def journals(root: Path) -> list[Path]:
    return sorted((root / ".architect" / "sessions").glob("*.jsonl"))


def test_what_waits_is_marked_again_by_the_next_server_until_it_is_decided(root: Path) -> None:
    async def scene() -> None:
        async with editor(root, options=marking(root, *RUN)) as client:
            run_id = await ran(client)
            first, second = await ids(client, run_id)
            await client.command("architect.keep", {"runId": run_id, "hunkIds": [first]})
        async with editor(root, options=marking(root, *RUN)) as client:
            [hunk] = await found(client)
            assert (hunk["runId"], hunk["hunkId"]) == (run_id, second)
            undone = await client.command("architect.undo", {"runId": run_id, "hunkIds": [second]})
            assert undone["hunks"] == [second]
            assert await hunks(client) == []

    played(scene())


def test_a_run_of_another_process_is_found_that_came_after_the_first_search(root: Path) -> None:
    async def scene() -> None:
        async with editor(root, options=marking(root, *RUN)) as client:
            assert await hunks(client) == []
            async with editor(root, options=marking(root, *RUN)) as other:
                run_id = await ran(other)
            assert [each["runId"] for each in await found(client)] == [run_id] * 2

    played(scene())


def test_an_editor_without_the_feature_has_the_lenses_again(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN, like=VSCODE) as client:
            await ran(client)
        async with daemon(root, *RUN, like=VSCODE) as client:
            client.open("a.py")
            document = {"textDocument": {"uri": client.uri("a.py")}}
            await client.request("textDocument/codeLens", document)
            await client.wait_for("workspace/codeLens/refresh")
            lenses = await client.request("textDocument/codeLens", document)
            titles = [each["command"]["title"] for each in lenses]
            assert titles.count("Undo this change") == 2

    played(scene())


def test_proposals_wait_as_changes_do(root: Path) -> None:
    async def scene() -> None:
        async with editor(root, options=marking(root, *RUN)) as client:
            await ran(client, review="propose")
        async with editor(root, options=marking(root, *RUN)) as client:
            assert [each["kind"] for each in await found(client)] == ["proposed"] * 2

    played(scene())


def test_only_what_still_stands_is_marked_unasked(root: Path) -> None:
    async def scene() -> None:
        async with editor(root, options=marking(root, *RUN)) as client:
            run_id = await ran(client)
        (root / "a.py").write_bytes(AFTER.replace("TWO", "zwei").encode())
        async with editor(root, options=marking(root, *RUN)) as client:
            assert [each["before"] for each in await found(client)] == ["six\n"]
            listed = await client.command("architect.hunks", {})
            assert listed["conflicts"] == []
            listed = await client.command("architect.hunks", {"runId": run_id})
            assert len(listed["conflicts"]) == 1
            (root / "a.py").unlink()
            assert await hunks(client) == []

    played(scene())


def test_what_was_not_saved_is_marked_when_the_editor_opens_it_again(root: Path) -> None:
    async def scene() -> None:
        async with editor(root, options=marking(root, *RUN)) as client:
            await ran(client)
        changed = (root / "a.py").read_text()
        (root / "a.py").write_bytes(BEFORE.encode())  # the editor had not saved it
        async with editor(root, options=marking(root, *RUN)) as client:
            assert await hunks(client) == []
            client.open("a.py", changed)
            while len(await hunks(client)) < 2:
                await client.wait_for("architect/hunks/changed")

    played(scene())


def test_hunks_of_a_run_in_memory_are_told_once(root: Path) -> None:
    async def scene() -> None:
        async with editor(root, options=marking(root, *RUN)) as client:
            await ran(client)
            assert len(await hunks(client)) == 2
            told: set[str] = set()
            while client.uri("a.py") not in told:
                told |= {*(await client.wait_for("architect/hunks/changed"))["uris"]}
            assert len(await hunks(client)) == 2

    played(scene())


def test_a_decision_in_another_editor_counts_here_as_well(root: Path) -> None:
    async def scene() -> None:
        options = marking(root, *RUN)
        async with editor(root, options=options) as one, editor(root, options=options) as other:
            run_id = await ran(one)
            assert len(await found(other)) == 2
            first, second = await ids(one, run_id)
            await one.command("architect.keep", {"runId": run_id, "hunkIds": [first]})
            assert await ids(other) == [second]
            await other.command("architect.undo", {"runId": run_id, "hunkIds": [second]})
            assert await ids(one) == []
            gone = await one.command("architect.undo", {"runId": run_id, "hunkIds": [second]})
            assert (gone["hunks"], gone["runId"]) == ([], None)
            assert (root / "a.py").read_bytes() == AFTER.replace("SIX", "six").encode()

    played(scene())


def test_a_damaged_journal_and_one_that_is_none_hide_no_other(root: Path) -> None:
    async def scene() -> None:
        async with editor(root, options=marking(root, *RUN)) as client:
            await ran(client)
        [journal] = journals(root)
        whole = journal.read_bytes()
        for name, content in [("1", b"\0" * 99), ("2", b'{"run_id":'), ("3", whole)]:
            journal.with_name(f"20260101-000000-00000{name}.jsonl").write_bytes(content)
        os.mkfifo(journal.with_name("20260101-000000-000004.jsonl"))
        journal.with_name("20260101-000000-000005.jsonl").symlink_to("/etc/passwd")
        async with editor(root, options=marking(root, *RUN)) as client:
            assert len(await found(client)) == 2

    played(scene())


def recorded_session(root: Path, number: int, *, files: int) -> str:
    """What a run leaves that made some files; the higher the number, the newer. Its id."""
    session_id = SessionId(f"20260101-000000-{number:06x}")
    originals, run_id = FileOriginals(root, session_id), RunId(f"{session_id}.1")
    content = b"%d\n" % number
    sha256, events = originals.keep(content), list[Event]([started_event()])
    for name in (f"f{number}-{each}" for each in range(files)):
        (root / name).write_bytes(content)
        head: Any = {"call_id": CallId(name), "path": name}
        events.append(FileChangeIntended(**head, before_sha256=None, after_sha256=sha256))
        size: Any = {"lines_added": 1, "lines_removed": 0}
        events.append(FileChanged(**head, kind="created", diff="", **size))
    records = (Record(run_id, seq, AT, event) for seq, event in enumerate(events, start=1))
    journal = root / ".architect" / "sessions" / f"{session_id}.jsonl"
    journal.write_bytes(b"".join(map(record_line, records)))
    written = AT.timestamp() - 60 + number
    os.utime(journal, (written, written))
    return run_id


@pytest.mark.parametrize(
    ("sizes", "marked"),
    [
        ((1,) * (MOST_EARLIER + 2), MOST_EARLIER),
        ((1, MOST_FILES // 2, MOST_FILES // 2), 2),
        ((1, MOST_FILES + 1), 1),
    ],
)
def test_as_many_runs_are_marked_as_can_be_looked_at_again_and_again(
    root: Path, sizes: tuple[int, ...], marked: int
) -> None:
    """Those are the newest; each of the `sizes` is a number of files, that of the oldest first."""

    async def scene() -> None:
        run_ids = [
            recorded_session(root, number, files=files) for number, files in enumerate(sizes)
        ]
        async with editor(root, options=marking(root)) as client:
            assert {each["runId"] for each in await found(client)} == {*run_ids[-marked:]}

    played(scene())


def test_a_search_that_is_not_over_delays_no_end(root: Path) -> None:
    async def scene() -> None:
        for number in range(20):
            recorded_session(root, number, files=40)
        async with editor(root, options=marking(root)) as client:
            assert await hunks(client) == []
            assert await client.shut_down() == 0
            assert bytes(client.stderr) == b""

    played(scene())


def test_in_a_workspace_that_is_not_trusted_nothing_is_looked_for(root: Path) -> None:
    async def scene() -> None:
        options = marking(root, *RUN)
        async with editor(root, options=options) as client:
            run_id = await ran(client)
        options["architect"]["workspaceTrusted"] = False
        async with editor(root, options=options) as client:
            assert await hunks(client) == []
            assert len(await ids(client, run_id)) == 2
            client.open("a.py")
            client.type("a.py", 0, 0, "zero\n")
            await client.wait_for("architect/hunks/changed")
            assert {each["runId"] for each in await hunks(client)} == set()

    played(scene())
