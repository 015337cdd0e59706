import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from architect.domain.errors import JournalFault, NotTextError, StaleFileError
from architect.domain.ids import CallId
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.events import Event
from architect.domain.paths import Access
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, FileChange
from architect.domain.text.reformatted import PartlyReformattedError, ReformattedError
from architect.execution.record.journaled_workspace import MAX_DIFF_CHARS, JournaledWorkspace
from architect.ports.originals import Originals
from architect.testing.memory_originals import MemoryOriginals
from architect.testing.memory_workspace import MemoryWorkspace

CALL = CallId("c1")


class SlowWorkspace(MemoryWorkspace):
    """Says when it begins to apply a change, and waits for permission to go on."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.begun = asyncio.Event()
        self.may_go_on = asyncio.Event()

    async def apply(self, change: FileChange) -> None:
        self.begun.set()
        await self.may_go_on.wait()
        await super().apply(change)


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 10))


def journaled(
    inner: MemoryWorkspace,
    emit: Callable[[Event], None],
    originals: Originals | None = None,
) -> JournaledWorkspace:
    originals = originals or MemoryOriginals()
    return JournaledWorkspace(inner, call_id=CALL, emit=emit, originals=originals)


async def edit(inner: MemoryWorkspace, name: str, text: str | None) -> FileChange:
    """The change of the file `name` to `text`; None deletes it."""
    path = inner.locate(name, Access.WRITE)
    before = await inner.read(path) if name in inner.files else None
    return change_of(path, before, None if text is None else Document(text))


def hash_of(content: bytes) -> str:
    return sha256(content).hexdigest()


def test_a_change_is_announced_before_it_is_made_and_reported_after() -> None:
    async def scenario() -> None:
        inner = MemoryWorkspace({"a.py": b"x = 1\n"})
        seen: list[tuple[Event, bytes]] = []
        workspace = journaled(inner, lambda event: seen.append((event, inner.files["a.py"])))
        await workspace.apply(await edit(inner, "a.py", "x = 2\n"))
        (intended, before), (changed, after) = seen
        assert (before, after) == (b"x = 1\n", b"x = 2\n")
        assert intended == FileChangeIntended(
            call_id=CALL,
            path="a.py",
            before_sha256=hash_of(b"x = 1\n"),
            after_sha256=hash_of(b"x = 2\n"),
        )
        assert changed == FileChanged(
            call_id=CALL,
            path="a.py",
            kind="modified",
            diff="--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n",
            lines_added=1,
            lines_removed=1,
        )

    run(scenario())


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [("new", "x", "created"), ("old", "x", "modified"), ("old", None, "deleted")],
)
def test_a_change_is_recorded_with_its_kind_and_what_is_not_there_has_no_hash(
    name: str, text: str | None, kind: str
) -> None:
    async def scenario() -> None:
        events: list[Event] = []
        inner = MemoryWorkspace({"old": b"o"})
        await journaled(inner, events.append).apply(await edit(inner, name, text))
        intended, changed = events
        assert isinstance(intended, FileChangeIntended)
        assert isinstance(changed, FileChanged)
        assert changed.kind == kind
        assert (intended.before_sha256 is None) == (kind == "created")
        assert (intended.after_sha256 is None) == (kind == "deleted")

    run(scenario())


def test_the_hashes_are_of_the_bytes_in_the_file_with_their_byte_order_mark() -> None:
    async def scenario() -> None:
        events: list[Event] = []
        content = "\ufeffx\r\n".encode("utf-16-le")
        inner = MemoryWorkspace({"a": content})
        await journaled(inner, events.append).apply(await edit(inner, "a", None))
        assert isinstance(events[0], FileChangeIntended)
        assert events[0].before_sha256 == hash_of(content)

    run(scenario())


def test_a_change_that_fails_leaves_an_intention_without_a_change() -> None:
    async def scenario() -> None:
        events: list[Event] = []
        inner = MemoryWorkspace({"a": b"1"})
        change = await edit(inner, "a", "2")
        inner.files["a"] = b"somebody was faster"
        with pytest.raises(StaleFileError):
            await journaled(inner, events.append).apply(change)
        assert [type(event) for event in events] == [FileChangeIntended]
        assert inner.files["a"] == b"somebody was faster"

    run(scenario())


def test_what_cannot_be_announced_is_not_done() -> None:
    def full(event: Event) -> None:
        raise JournalFault("no space left")

    async def scenario() -> None:
        inner = MemoryWorkspace({"a": b"1"})
        with pytest.raises(JournalFault):
            await journaled(inner, full).apply(await edit(inner, "a", "2"))
        assert inner.files["a"] == b"1"

    run(scenario())


def test_text_that_cannot_be_encoded_is_refused_before_anything_is_announced() -> None:
    async def scenario() -> None:
        events: list[Event] = []
        inner = MemoryWorkspace({"a": b"1"})
        with pytest.raises(NotTextError):
            await journaled(inner, events.append).apply(await edit(inner, "a", "\ud800"))
        assert not events

    run(scenario())


@pytest.mark.parametrize("cancellations", [1, 2, 3])
def test_a_change_that_has_begun_is_finished_and_recorded_however_often_it_is_cancelled(
    cancellations: int,
) -> None:
    async def scenario() -> None:
        events: list[Event] = []
        inner = SlowWorkspace({"a": b"1"})
        applying = asyncio.create_task(
            journaled(inner, events.append).apply(await edit(inner, "a", "2"))
        )
        await inner.begun.wait()
        for _ in range(cancellations):
            applying.cancel()
            await asyncio.sleep(0)
        inner.may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await applying
        assert inner.files["a"] == b"2"
        assert [type(event) for event in events] == [FileChangeIntended, FileChanged]

    run(scenario())


def test_a_cancelled_change_that_then_fails_is_still_cancelled() -> None:
    async def scenario() -> None:
        inner = SlowWorkspace({"a": b"1"})
        change = await edit(inner, "a", "2")
        applying = asyncio.create_task(journaled(inner, lambda _: None).apply(change))
        await inner.begun.wait()
        inner.files["a"] = b"somebody was faster"
        applying.cancel()
        await asyncio.sleep(0)
        inner.may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await applying

    run(scenario())


def test_a_very_long_diff_is_cut_in_the_journal() -> None:
    async def scenario() -> None:
        events: list[Event] = []
        inner = MemoryWorkspace()
        await journaled(inner, events.append).apply(await edit(inner, "a", "x\n" * 100_000))
        assert isinstance(events[1], FileChanged)
        assert len(events[1].diff) < MAX_DIFF_CHARS + 100
        assert "characters left out" in events[1].diff
        assert events[1].lines_added == 100_000

    run(scenario())


def test_reading_and_listing_go_through_unrecorded() -> None:
    async def scenario() -> None:
        events: list[Event] = []
        inner = MemoryWorkspace({"a": b"1"})
        workspace = journaled(inner, events.append)
        path = workspace.locate("a", Access.READ)
        assert workspace.root == Path("/workspace")
        assert (await workspace.read(path)).document.text == "1"
        listing = await workspace.list(workspace.locate(".", Access.READ), recursive=True, limit=9)
        assert [entry.relative for entry in listing.entries] == ["a"]
        assert not events

    run(scenario())


@pytest.mark.parametrize("size", [10, 1_000_000])
def test_both_contents_are_kept_before_the_change_is_announced(size: int) -> None:
    async def scenario() -> None:
        originals = MemoryOriginals()
        kept: list[int] = []
        old, new = "1" * size + "\r\n", "2" * size + "\r\n"
        inner = MemoryWorkspace({"a": b"\xef\xbb\xbf" + old.encode()})
        workspace = journaled(inner, lambda _: kept.append(len(originals.contents)), originals)
        path = inner.locate("a", Access.WRITE)
        await workspace.apply(change_of(path, await inner.read(path), Document(new, bom=True)))
        assert kept == [2, 2]
        assert set(originals.contents.values()) == {
            b"\xef\xbb\xbf" + old.encode(),
            b"\xef\xbb\xbf" + new.encode(),
        }

    run(scenario())


@pytest.mark.parametrize("capacity", [0, 1])
def test_what_cannot_be_kept_is_neither_announced_nor_done(capacity: int) -> None:
    async def scenario() -> None:
        events: list[Event] = []
        inner = MemoryWorkspace({"a": b"1"})
        workspace = journaled(inner, events.append, MemoryOriginals(capacity))
        with pytest.raises(JournalFault):
            await workspace.apply(await edit(inner, "a", "2"))
        assert not events
        assert inner.files["a"] == b"1"

    run(scenario())


def test_a_content_that_the_change_before_left_is_not_made_again() -> None:
    class CountingOriginals(MemoryOriginals):
        def __init__(self) -> None:
            super().__init__()
            self.kept: list[bytes] = []

        def keep(self, content: bytes) -> str:
            self.kept.append(content)
            return super().keep(content)

    async def scenario() -> None:
        originals = CountingOriginals()
        inner = MemoryWorkspace({"a": b"1"})
        workspace = journaled(inner, lambda _: None, originals)
        for text in ("2", "3", None):
            await workspace.apply(await edit(inner, "a", text))
        assert originals.kept == [b"1", b"2", b"3"]

    run(scenario())


class FormattingWorkspace(MemoryWorkspace):
    """Formats the first of several changes, and fails at the file "taken"."""

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        first, second = changes
        await self.apply(first)
        further = await edit(self, first.path.relative, "formatted")
        await self.apply(further)
        if second.path.relative == "taken":
            raise PartlyReformattedError("no", (first.path.relative,), (further,))
        await self.apply(second)
        raise ReformattedError("formatted", further)


@pytest.mark.parametrize(("second", "changed"), [("b", ["a", "b", "a"]), ("taken", ["a", "a"])])
def test_what_an_editor_makes_of_several_changes_is_recorded_behind_them(
    second: str, changed: list[str]
) -> None:
    async def scenario() -> None:
        events: list[Event] = []
        inner = FormattingWorkspace({"a": b"1", "b": b"1", "taken": b"1"})
        changes = [await edit(inner, name, "2") for name in ("a", second)]
        is_whole = second == "b"
        with nullcontext() if is_whole else pytest.raises(PartlyReformattedError):
            await journaled(inner, events.append).apply_all(changes)
        assert [each.path for each in events if isinstance(each, FileChanged)] == changed
        last = [each for each in events if isinstance(each, FileChangeIntended)][-1]
        assert (last.path, last.after_sha256) == ("a", hash_of(b"formatted"))

    run(scenario())
