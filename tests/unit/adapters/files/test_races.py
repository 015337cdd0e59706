"""Links put in the way after the gate was passed are never followed."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.support.effort import tries

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.files.project_folder import project_folder
from architect.domain.errors import ArchitectError, WorkspaceFault
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.document import Document, FileChange

T = TypeVar("T")

SECRET = b"the-secret-word\n"
ROUNDS = tries(80, long=5000)


@dataclass(frozen=True)
class Place:
    """`ws/src/deep/a.txt`, and the same names with a secret in `outside`, at the same depth."""

    top: Path

    @property
    def workspace(self) -> DiskWorkspace:
        return DiskWorkspace(self.top / "ws")

    def outside(self) -> dict[str, bytes | None]:
        """Everything there is outside."""
        return {
            str(path): path.read_bytes() if path.is_file() else None
            for path in (self.top / "outside").rglob("*")
        }


@pytest.fixture
def place(tmp_path: Path) -> Place:
    for name, content in (("ws", b"inside\n"), ("outside", SECRET)):
        (tmp_path / name / "src/deep").mkdir(parents=True)
        (tmp_path / name / "src/deep/a.txt").write_bytes(content)
    (tmp_path / "outside/src/deep/only-outside.txt").write_bytes(SECRET)
    return Place(tmp_path)


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def replace_by_link(place: Place, name: str) -> None:
    """Put a link to its counterpart outside in the place of something in the workspace."""
    inside = place.top / "ws" / name
    inside.rename(place.top / "moved")
    inside.symlink_to(place.top / "outside" / name)


SWAPS = pytest.mark.parametrize("swapped", ["src", "src/deep", "src/deep/a.txt"])


@SWAPS
def test_what_became_a_link_is_not_read(place: Place, swapped: str) -> None:
    workspace = place.workspace
    path = workspace.locate("src/deep/a.txt", Access.READ)
    replace_by_link(place, swapped)
    for work in (workspace.read(path), workspace.read_lines(path, first=1, count=9)):
        with pytest.raises(WorkspaceFault, match="has become a link"):
            run(work)


@pytest.mark.parametrize("swapped", ["src", "src/deep"])
@pytest.mark.parametrize("recursive", [True, False])
def test_what_became_a_link_is_not_listed(place: Place, swapped: str, recursive: bool) -> None:
    workspace = place.workspace
    path = workspace.locate("src/deep", Access.READ)
    replace_by_link(place, swapped)
    with pytest.raises(WorkspaceFault, match="has become a link"):
        run(workspace.list(path, recursive=recursive, limit=9))


def changes(workspace: DiskWorkspace) -> list[FileChange]:
    """One that edits, one that deletes and some that create."""
    old = workspace.locate("src/deep/a.txt", Access.WRITE)
    before = run(workspace.read(old))
    new = [
        workspace.locate(name, Access.WRITE)
        for name in ("src/deep/new.txt", "src/deep/new/folder/new.txt", "src/new.txt")
    ]
    return [
        FileChange(old, before, Document("mine\n"), "", 1, 1),
        FileChange(old, before, None, "", 0, 1),
        *(FileChange(path, None, Document("mine\n"), "", 1, 0) for path in new),
    ]


@SWAPS
@pytest.mark.parametrize("number", range(5))
def test_nothing_is_changed_behind_what_became_a_link(
    place: Place, swapped: str, number: int
) -> None:
    workspace = place.workspace
    change = changes(workspace)[number]
    before = place.outside()
    replace_by_link(place, swapped)
    with contextlib.suppress(ArchitectError):
        run(workspace.apply(change))
    assert place.outside() == before
    assert (place.top / "ws" / swapped).is_symlink()


@contextmanager
def flipping(place: Place, name: str) -> Generator[None]:
    """Meanwhile something in the workspace and a link to the outside take each other's place."""
    inside = place.top / "ws" / name
    kept, link = place.top / "kept", place.top / "link"
    link.symlink_to(place.top / "outside" / name)
    (place.top / "made meanwhile").mkdir()
    away = (place.top / "made meanwhile" / str(number) for number in count())
    done = threading.Event()

    def put_back(thing: Path) -> None:
        while thing.is_symlink() or thing.exists():
            try:
                thing.rename(inside)
            except OSError:
                inside.rename(next(away))

    def flip() -> None:
        while not done.is_set():
            inside.rename(kept)
            put_back(link)
            inside.rename(link)
            put_back(kept)

    thread = threading.Thread(target=flip)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def try_often(work: Callable[[], Coroutine[Any, Any, T]]) -> list[T]:
    """What came of it, in the rounds in which something did."""

    async def rounds() -> list[T]:
        results: list[T] = []
        for _ in range(ROUNDS):
            with contextlib.suppress(ArchitectError):
                results.append(await work())
        return results

    return run(rounds())


@pytest.mark.parametrize("swapped", ["src", "src/deep"])
def test_reading_in_the_middle_of_a_swap_never_shows_the_outside(
    place: Place, swapped: str
) -> None:
    workspace = place.workspace
    path = workspace.locate("src/deep/a.txt", Access.READ)
    with flipping(place, swapped):
        texts = try_often(lambda: workspace.read(path))
    assert {snapshot.document.text for snapshot in texts} <= {"inside\n"}


@pytest.mark.parametrize("recursive", [True, False])
def test_listing_in_the_middle_of_a_swap_never_shows_the_outside(
    place: Place, recursive: bool
) -> None:
    workspace = place.workspace
    path = WorkspacePath("src", place.top / "ws/src")
    with flipping(place, "src/deep"):
        listings = try_often(lambda: workspace.list(path, recursive=recursive, limit=9))
    names = {entry.relative for listing in listings for entry in listing.entries}
    assert names <= {"src/deep", "src/deep/a.txt"}


@pytest.mark.parametrize("swapped", ["src", "src/deep"])
def test_writing_in_the_middle_of_a_swap_never_changes_the_outside(
    place: Place, swapped: str
) -> None:
    workspace = place.workspace
    kinds = changes(workspace)
    before = place.outside()

    async def all_kinds() -> None:
        for change in kinds:
            with contextlib.suppress(ArchitectError):
                await workspace.apply(change)

    with flipping(place, swapped):
        try_often(all_kinds)
    assert place.outside() == before


def test_our_own_folder_in_the_middle_of_a_swap_leads_nowhere_else(place: Place) -> None:
    workspace = place.workspace
    project_folder(workspace.root, "tmp")
    (place.top / "outside/.architect").mkdir()
    before = place.outside()

    async def write() -> None:
        for number in range(3):
            path = workspace.locate(f"new{number}.txt", Access.WRITE)
            with contextlib.suppress(ArchitectError):
                await workspace.apply(FileChange(path, None, Document("x"), "", 1, 0))
            with contextlib.suppress(FileNotFoundError):
                path.real.unlink()

    with flipping(place, ".architect"):
        try_often(write)
    assert place.outside() == before
