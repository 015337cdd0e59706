"""Writing where something is in the way: other names, attributes, permissions, a full disk."""

import asyncio
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Coroutine, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.errors import FileMissingError, NotTextError, WorkspaceFault
from architect.domain.paths import Access
from architect.domain.text.document import Document, FileChange, Snapshot

T = TypeVar("T")

NOBODY = 65_534


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def write(root: Path, name: str, text: str | None) -> None:
    """Give a file another text, or delete it, as the tools do."""
    workspace = DiskWorkspace(root)
    path = workspace.locate(name, Access.WRITE)
    before: Snapshot | None = None
    with suppress(FileMissingError):
        before = run(workspace.read(path))
    after = None if text is None else Document(text)
    run(workspace.apply(FileChange(path, before, after, "", 0, 0)))


def everything(root: Path) -> set[str]:
    return {place.relative_to(root).as_posix() for place in root.rglob("*")}


@contextmanager
def as_ordinary_user(folder: Path) -> Generator[None]:
    """Root may do everything; what is written in here is written by somebody else."""
    if os.geteuid() != 0:
        yield
        return
    for place in (folder, *folder.rglob("*")):
        os.chown(place, NOBODY, NOBODY, follow_symlinks=False)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Generator[Path]:
    """A folder that is reached without the permissions of the one who runs the tests."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name).resolve()


def test_a_file_with_other_names_becomes_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "ws").mkdir()
    (tmp_path / "store").write_bytes(b"shared\n")
    (tmp_path / "ws/a.txt").hardlink_to(tmp_path / "store")
    write(tmp_path / "ws", "a.txt", "mine\n")
    assert (tmp_path / "ws/a.txt").read_bytes() == b"mine\n"
    assert (tmp_path / "store").read_bytes() == b"shared\n"


@pytest.mark.skipif(sys.platform != "linux", reason="Python has no calls for it elsewhere")
def test_the_users_own_attributes_of_a_file_stay(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"old\n")
    try:
        os.setxattr(tmp_path / "a.txt", "user.origin", b"here")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    write(tmp_path, "a.txt", "new\n")
    assert os.getxattr(tmp_path / "a.txt", "user.origin") == b"here"


@pytest.mark.parametrize("text", ["new\n", None])
def test_a_read_only_file_is_left_as_it_is(tmp_path: Path, text: str | None) -> None:
    (tmp_path / "a.txt").write_bytes(b"old\n")
    (tmp_path / "a.txt").chmod(0o444)
    with pytest.raises(WorkspaceFault, match=r"'a\.txt' is read-only"):
        write(tmp_path, "a.txt", text)
    assert (tmp_path / "a.txt").read_bytes() == b"old\n"
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o444


@pytest.mark.parametrize("name", ["src/a.txt", "src/new.txt", "src/new/deeper.txt"])
def test_a_folder_that_may_not_be_written_is_named(folder: Path, name: str) -> None:
    (folder / "src").mkdir()
    (folder / "src/a.txt").write_bytes(b"old\n")
    (folder / "src").chmod(0o555)
    with (
        as_ordinary_user(folder),
        pytest.raises(WorkspaceFault, match=r"no permission to change the folder 'src"),
    ):
        write(folder, name, "new\n")
    assert everything(folder / "src") == {"a.txt"}
    assert (folder / "src/a.txt").read_bytes() == b"old\n"


def test_a_file_that_may_not_be_read_is_named(folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"old\n")
    (folder / "a.txt").chmod(0o200)
    with as_ordinary_user(folder), pytest.raises(WorkspaceFault, match=r"'a\.txt' cannot be read"):
        write(folder, "a.txt", "new\n")


def test_folders_on_the_way_need_not_be_readable(folder: Path) -> None:
    (folder / "src/deep").mkdir(parents=True)
    (folder / "src/deep/a.txt").write_bytes(b"old\n")
    (folder / "src").chmod(0o111)
    with as_ordinary_user(folder):
        write(folder, "src/deep/a.txt", "new\n")
    (folder / "src").chmod(0o755)
    assert (folder / "src/deep/a.txt").read_bytes() == b"new\n"


WRITE_TOO_MUCH = """
import asyncio, resource, sys
from pathlib import Path
from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.text.document import Document, FileChange
from architect.domain.errors import FileMissingError, WorkspaceFault
from architect.domain.paths import Access

workspace = DiskWorkspace(Path(sys.argv[1]))
path = workspace.locate(sys.argv[2], Access.WRITE)
try:
    before = asyncio.run(workspace.read(path))
except FileMissingError:
    before = None
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    asyncio.run(workspace.apply(FileChange(path, before, Document("x" * 200_000), "", 0, 0)))
except WorkspaceFault as fault:
    print(fault)
"""


@pytest.mark.parametrize("name", ["a.txt", "new.txt", "new/deeper.txt"])
def test_a_write_that_does_not_fit_changes_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_bytes(b"old\n")
    done = subprocess.run(
        [sys.executable, "-c", WRITE_TOO_MUCH, str(tmp_path), name],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert repr(name) in done.stdout
    assert "make room and try again" in done.stdout
    assert (tmp_path / "a.txt").read_bytes() == b"old\n"
    assert everything(tmp_path) == {
        "a.txt",
        ".architect",
        ".architect/.gitignore",
        ".architect/tmp",
    }


def test_a_new_file_gets_the_group_of_its_folder_where_folders_say_so(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder any group")
    (tmp_path / "shared").mkdir()
    os.chown(tmp_path / "shared", 0, 4321)
    (tmp_path / "shared").chmod(0o2775)
    write(tmp_path, "shared/new.txt", "x")
    assert (tmp_path / "shared/new.txt").stat().st_gid == 4321


def test_a_file_in_another_encoding_is_refused_with_what_to_do(tmp_path: Path) -> None:
    content = "déjà vu\n".encode("latin-1")
    (tmp_path / "a.txt").write_bytes(content)
    with pytest.raises(NotTextError, match=r"'a\.txt'.*Latin-1.*iconv"):
        write(tmp_path, "a.txt", "x")
    assert (tmp_path / "a.txt").read_bytes() == content


def test_a_folder_is_not_written(tmp_path: Path) -> None:
    workspace = DiskWorkspace(tmp_path)
    path = workspace.locate(".", Access.WRITE)
    with pytest.raises(WorkspaceFault, match="folder"):
        run(workspace.apply(FileChange(path, None, Document("x"), "", 1, 0)))
