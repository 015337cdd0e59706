"""What is listed where git cannot be asked, and trees that are out of the ordinary."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.files.file_names import names_below
from architect.domain.paths import Access


def below(folder: Path, *, root: Path | None = None) -> list[str]:
    return asyncio.run(names_below(folder, root=root or folder)).names


def fill(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"x\n")


IGNORED = "*.log\n/out/\nkept/*\n!kept/this\nsecret\n"
INNER = "!needed.log\n*.tmp\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    fill(tmp_path, "a.py", "b.log", "out/c.py", "src/out/d.py", "src/e.tmp", "f.tmp")
    fill(tmp_path, "src/needed.log", "src/deep/needed.log", "src/deep/g.log", "kept/this")
    fill(tmp_path, "kept/that", "src/secret/h.py", "src-gen/i.py")
    (tmp_path / ".gitignore").write_bytes(IGNORED.encode())
    (tmp_path / "src/.gitignore").write_bytes(INNER.encode())
    return tmp_path


EXPECTED = [
    ".gitignore",
    "a.py",
    "f.tmp",
    "kept/this",
    "src/.gitignore",
    "src/deep/needed.log",
    "src/needed.log",
    "src/out/d.py",
    "src-gen/i.py",
]


def test_ignore_files_count_without_git(project: Path) -> None:
    assert below(project) == EXPECTED


def test_it_is_what_git_lists(project: Path) -> None:
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    assert below(project) == EXPECTED


def test_rules_from_above_count_in_a_folder(project: Path) -> None:
    inside = [".gitignore", "deep/needed.log", "needed.log", "out/d.py"]
    assert below(project / "src", root=project) == inside
    assert below(project / "src/deep", root=project) == ["needed.log"]
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    assert below(project / "src", root=project) == inside


def test_an_ignored_folder_that_is_asked_for_is_shown(project: Path) -> None:
    fill(project, "out/deep/x.log")
    assert below(project / "out", root=project) == ["c.py", "deep/x.log"]
    assert below(project / "out/deep", root=project) == ["x.log"]


@pytest.mark.timeout(30)
@pytest.mark.parametrize("with_git", [True, False])
def test_an_ignore_file_that_is_no_file_is_not_waited_for(project: Path, with_git: bool) -> None:
    if with_git:
        subprocess.run(["git", "init", "-q", str(project)], check=True)
    (project / "src/.gitignore").unlink()
    os.mkfifo(project / "src/.gitignore")
    (project / "src/deep/.gitignore").symlink_to("/dev/zero")
    names = below(project)
    assert "src/e.tmp" in names
    assert "src/needed.log" not in names


def test_a_huge_ignore_file_is_not_read(tmp_path: Path) -> None:
    fill(tmp_path, "a.py")
    with (tmp_path / ".gitignore").open("wb") as file:
        file.write(b"*\n")
        file.truncate(3 << 30)
    assert below(tmp_path) == [".gitignore", "a.py"]


@pytest.mark.parametrize("with_git", [True, False])
def test_devices_fifos_and_sockets_are_no_files(tmp_path: Path, with_git: bool) -> None:
    if with_git:
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    fill(tmp_path, "a.py")
    os.mkfifo(tmp_path / "fifo")
    assert below(tmp_path) == ["a.py"]


def test_links_are_listed_and_not_followed(tmp_path: Path) -> None:
    fill(tmp_path, "ws/a.py", "outside/b.py")
    for name, target in (("out", "../outside"), ("round", "."), ("loop", "loop"), ("no", "none")):
        (tmp_path / "ws" / name).symlink_to(target)
    assert below(tmp_path / "ws") == ["a.py", "loop", "no", "out", "round"]


@pytest.mark.parametrize("with_git", [True, False])
def test_folders_without_end_are_cut_and_that_is_said(tmp_path: Path, with_git: bool) -> None:
    if with_git:
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    fill(tmp_path, "z.py")
    make_deep_folder(tmp_path)
    try:
        found = asyncio.run(names_below(tmp_path, root=tmp_path))
    finally:
        # What cleans up after tests would not get down there.
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)
    assert found.names == ["z.py"]
    assert found.is_cut or with_git


def make_deep_folder(place: Path) -> None:
    folder = os.open(place, os.O_RDONLY)
    for _ in range(10_000):
        os.mkdir("d", dir_fd=folder)
        inner = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(os.open("deepest.py", os.O_CREAT, dir_fd=folder))
    os.close(folder)


@pytest.mark.parametrize("with_git", [True, False])
def test_any_name_is_listed_as_it_is(tmp_path: Path, with_git: bool) -> None:
    if with_git:
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    names = sorted(["a\nb", "\x1b[31m", "x" * 255, " ", "-rf", "*", "\\", '"', "é", "~", "\r"])
    fill(tmp_path, *names)
    assert below(tmp_path) == names


@pytest.mark.parametrize("recursive", [True, False])
def test_a_folder_with_many_files_is_listed_in_order(tmp_path: Path, recursive: bool) -> None:
    fill(tmp_path, *(f"{number:04}" for number in range(3_000)))
    workspace = DiskWorkspace(tmp_path)
    path = workspace.locate(".", Access.READ)
    listing = asyncio.run(workspace.list(path, recursive=recursive, limit=2_000))
    assert [entry.relative for entry in listing.entries] == [f"{n:04}" for n in range(2_000)]
    assert listing.truncated
