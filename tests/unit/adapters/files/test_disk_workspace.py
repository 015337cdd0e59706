"""The disk: atomic writes, special files, links, temporary files, and what git ignores."""

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from architect.adapters.files.atomic_write import create_file
from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    StaleFileError,
    WorkspaceFault,
)
from architect.domain.paths import Access, Entry, WorkspacePath
from architect.domain.text.document import Document, FileChange

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def write(workspace: DiskWorkspace, name: str, text: str) -> None:
    """Give a file a new text, be it there already or not."""
    path = workspace.locate(name, Access.WRITE)
    try:
        before = run(workspace.read(path))
    except FileMissingError:
        before = None
    run(workspace.apply(FileChange(path, before, Document(text), "", 0, 0)))


def tree(workspace: DiskWorkspace, name: str = ".") -> list[str]:
    path = workspace.locate(name, Access.READ)
    listing = run(workspace.list(path, recursive=True, limit=1_000))
    return [
        f"{entry.relative}/" if entry.is_folder else entry.relative for entry in listing.entries
    ]


def fill(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"x\n")


def litter(root: Path) -> list[str]:
    return [str(place) for place in root.rglob("*partial*")]


@pytest.mark.parametrize("mode", [0o755, 0o600, 0o640, 0o777])
def test_the_mode_of_a_file_stays(tmp_path: Path, mode: int) -> None:
    (tmp_path / "run.sh").write_bytes(b"old")
    (tmp_path / "run.sh").chmod(mode)
    write(DiskWorkspace(tmp_path), "run.sh", "new")
    assert stat.S_IMODE((tmp_path / "run.sh").stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_the_owner_of_a_file_stays(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_bytes(b"old")
    os.chown(tmp_path / "theirs", 1234, 4321)
    write(DiskWorkspace(tmp_path), "theirs", "new")
    status = (tmp_path / "theirs").stat()
    assert (status.st_uid, status.st_gid) == (1234, 4321)


def test_a_new_file_gets_the_mode_the_umask_says(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(DiskWorkspace(tmp_path), "new.txt", "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.txt").stat().st_mode) == 0o640


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    fill(tmp_path, "real/file.txt")
    (tmp_path / "link.txt").symlink_to("real/file.txt")
    write(DiskWorkspace(tmp_path), "link.txt", "new")
    assert (tmp_path / "link.txt").readlink() == Path("real/file.txt")
    assert (tmp_path / "real/file.txt").read_bytes() == b"new"


def test_a_write_is_a_new_file_in_place_of_the_old_one(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt")
    with (tmp_path / "a.txt").open("rb") as reader:
        write(DiskWorkspace(tmp_path), "a.txt", "new")
        assert reader.read() == b"x\n"
    assert (tmp_path / "a.txt").read_bytes() == b"new"


def test_a_text_that_cannot_be_encoded_changes_nothing(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt")
    with pytest.raises(WorkspaceFault):
        write(DiskWorkspace(tmp_path), "a.txt", "lone \ud800")
    assert (tmp_path / "a.txt").read_bytes() == b"x\n"
    assert litter(tmp_path) == []


def test_making_a_file_never_replaces_one(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt")
    with pytest.raises(FileExistsError):
        create_file(tmp_path, ["a.txt"], b"mine")
    assert (tmp_path / "a.txt").read_bytes() == b"x\n"
    assert litter(tmp_path) == []


def test_temporary_files_go_to_our_own_folder_which_git_ignores(tmp_path: Path) -> None:
    write(DiskWorkspace(tmp_path), "a.txt", "x")
    assert b"/tmp/\n" in (tmp_path / ".architect/.gitignore").read_bytes()
    assert (tmp_path / ".architect/tmp").is_dir()
    assert litter(tmp_path) == []


def test_our_folder_is_not_ours_if_it_is_a_link(tmp_path: Path) -> None:
    fill(tmp_path, "outside/keep", "ws/a.txt")
    stale = tmp_path / "outside/.999999999-00.architect-partial"
    stale.write_bytes(b"")
    (tmp_path / "ws/.architect").mkdir()
    (tmp_path / "ws/.architect/tmp").symlink_to("../../outside")
    last_change = (tmp_path / "outside").stat().st_mtime_ns
    write(DiskWorkspace(tmp_path / "ws"), "a.txt", "new")
    assert (tmp_path / "ws/a.txt").read_bytes() == b"new"
    assert stale.exists()
    assert (tmp_path / "outside").stat().st_mtime_ns == last_change


def test_a_link_in_place_of_our_folder_is_not_followed(tmp_path: Path) -> None:
    fill(tmp_path, "outside/keep", "ws/a.txt")
    (tmp_path / "ws/.architect").symlink_to("../outside")
    write(DiskWorkspace(tmp_path / "ws"), "a.txt", "new")
    assert [place.name for place in (tmp_path / "outside").iterdir()] == ["keep"]


def test_the_litter_of_killed_processes_is_removed_at_the_start(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    names = {
        f".{dead.pid}-00.architect-partial": False,
        f".{os.getpid()}-00.architect-partial": True,
        ".x-00.architect-partial": True,
        "notes.txt": True,
    }
    fill(tmp_path, *(f".architect/tmp/{name}" for name in names))
    DiskWorkspace(tmp_path)
    left = {name: (tmp_path / ".architect/tmp" / name).exists() for name in names}
    assert left == names


def test_a_new_workspace_leaves_no_trace(tmp_path: Path) -> None:
    DiskWorkspace(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_root_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceFault, match="nowhere"):
        DiskWorkspace(tmp_path / "nowhere")


def test_a_fifo_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(NotAFileError, match="'fifo'"):
        run(DiskWorkspace(tmp_path).read(WorkspacePath("fifo", tmp_path / "fifo")))


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/tty", "/dev/stdin"])
def test_a_device_is_refused_and_never_waited_for(tmp_path: Path, device: str) -> None:
    path = WorkspacePath("device", Path(device).parent.resolve() / Path(device).name)
    with pytest.raises(WorkspaceFault, match="'device'"):
        run(DiskWorkspace(Path("/dev")).read(path))


def test_a_link_that_appeared_after_the_gate_is_not_followed(tmp_path: Path) -> None:
    fill(tmp_path, "ws/a.txt", "secret.txt")
    workspace = DiskWorkspace(tmp_path / "ws")
    path = workspace.locate("a.txt", Access.READ)
    path.real.unlink()
    path.real.symlink_to("../secret.txt")
    with pytest.raises(NotAFileError, match="link"):
        run(workspace.read(path))


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes(b"x" * 1_001)
    (tmp_path / "fits.txt").write_bytes(b"x" * 1_000)
    workspace = DiskWorkspace(tmp_path, max_file_bytes=1_000)
    with pytest.raises(WorkspaceFault, match="larger than 1,000 bytes"):
        run(workspace.read(workspace.locate("large.txt", Access.READ)))
    assert run(workspace.read(workspace.locate("fits.txt", Access.READ))).document.text


def test_a_large_file_goes_round_through_a_thread(tmp_path: Path) -> None:
    text = "line\r\n" * 500_000
    workspace = DiskWorkspace(tmp_path)
    write(workspace, "large.txt", text)
    assert run(workspace.read(workspace.locate("large.txt", Access.READ))).document.text == text


@pytest.mark.parametrize("name", ["a.txt/below", "a.txt/below/deeper"])
def test_a_file_cannot_lie_in_a_file(tmp_path: Path, name: str) -> None:
    fill(tmp_path, "a.txt")
    with pytest.raises(WorkspaceFault, match=r"a\.txt/below"):
        write(DiskWorkspace(tmp_path), name, "x")
    assert (tmp_path / "a.txt").read_bytes() == b"x\n"


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    fill(tmp_path, "src/a.py")
    workspace = DiskWorkspace(tmp_path)
    path = workspace.locate("src", Access.WRITE)
    with pytest.raises(StaleFileError):
        run(workspace.apply(FileChange(path, None, Document("x"), "", 0, 0)))
    assert (tmp_path / "src/a.py").exists()


def test_a_dangling_link_to_the_inside_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("made/target.txt")
    write(DiskWorkspace(tmp_path), "link", "x")
    assert (tmp_path / "made/target.txt").read_bytes() == b"x"
    assert (tmp_path / "link").is_symlink()


def git(folder: Path, *arguments: str) -> None:
    settings = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *settings, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_bytes(b"/out/\n*.log\n")
    fill(tmp_path, "a.py", "src/b.py", "src/c.log", "out/d.py", "only/e.log", "kept.log", "gone.py")
    git(tmp_path, "add", "-A")
    git(tmp_path, "add", "-f", "kept.log")
    git(tmp_path, "commit", "-q", "-m", "start")
    (tmp_path / "gone.py").unlink()
    fill(tmp_path, "new/f.py")
    return tmp_path


def test_a_tree_is_what_git_tracks_or_would_track(repository: Path) -> None:
    assert tree(DiskWorkspace(repository)) == [
        ".gitignore",
        "a.py",
        "kept.log",
        "new/",
        "new/f.py",
        "src/",
        "src/b.py",
    ]


def test_a_flat_listing_shows_what_is_there(repository: Path) -> None:
    workspace = DiskWorkspace(repository)
    listing = run(workspace.list(workspace.locate(".", Access.READ), recursive=False, limit=100))
    assert Entry("out", is_folder=True) in listing.entries
    assert not any(entry.relative == ".git" for entry in listing.entries)


def test_an_ignored_folder_that_is_asked_for_is_shown(repository: Path) -> None:
    assert tree(DiskWorkspace(repository), "out") == ["out/d.py"]
    assert tree(DiskWorkspace(repository), "only") == []


def test_a_workspace_may_be_a_folder_of_a_repository(repository: Path) -> None:
    assert tree(DiskWorkspace(repository / "src")) == ["b.py"]


def test_repositories_inside_are_looked_into(repository: Path) -> None:
    fill(repository, "nested/g.py", "nested/h.tmp")
    (repository / "nested/.gitignore").write_bytes(b"*.tmp\n")
    git(repository / "nested", "init", "-q")
    expected = ["nested/", "nested/.gitignore", "nested/g.py"]
    assert tree(DiskWorkspace(repository), "nested") == expected[1:]
    assert [name for name in tree(DiskWorkspace(repository)) if "nested" in name] == expected
    git(repository / "nested", "add", "-A")
    git(repository / "nested", "commit", "-q", "-m", "start")
    git(repository, "add", "nested")
    assert [name for name in tree(DiskWorkspace(repository)) if "nested" in name] == expected


def test_tracked_files_are_not_seen_through_a_folder_that_became_a_link(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    fill(outside, "b.py")
    (repository / "src").rename(repository / "moved")
    (repository / "src").symlink_to(outside)
    assert [name for name in tree(DiskWorkspace(repository)) if "src" in name] == ["src"]


def test_the_workspaces_own_git_configuration_runs_nothing(repository: Path) -> None:
    ran = repository / "ran"
    git(repository, "config", "core.fsmonitor", f"touch {ran};")
    tree(DiskWorkspace(repository))
    assert not ran.exists()


def test_git_variables_of_our_own_environment_are_not_passed_on(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    names = tree(DiskWorkspace(repository), "src")
    assert names == ["src/b.py"], "what git ignores would be there if git had failed"


def test_without_git_installed_packages_are_left_out(tmp_path: Path) -> None:
    fill(tmp_path, "a.py", "node_modules/x/y.js", "src/__pycache__/a.pyc", "src/b.py")
    (tmp_path / "link").symlink_to("src")
    assert tree(DiskWorkspace(tmp_path)) == ["a.py", "link", "src/", "src/b.py"]


def test_an_undecodable_name_is_listed_harmlessly(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "repository"):
        folder.mkdir(exist_ok=True)
        os.close(os.open(os.fsencode(folder) + b"/\xff\xfe.txt", os.O_CREAT))
    git(tmp_path / "repository", "init", "-q")
    names = tree(DiskWorkspace(tmp_path))
    assert names == ["repository/", "repository/\ufffd\ufffd.txt", "\ufffd\ufffd.txt"]
    assert "\n".join(names).encode()


def test_a_broken_repository_is_listed_all_the_same(tmp_path: Path) -> None:
    fill(tmp_path, ".git/HEAD", "a.py")
    assert tree(DiskWorkspace(tmp_path)) == ["a.py"]
