"""Files that are put into a tree, whatever an agent left in their place."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from architect.adapters.trees.laid_files import LaidFile, lay

TEST = LaidFile("tests/deep/test_a.py", b"the real test\n")


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode())


def _link_of_a_file(root: Path, outside: Path) -> None:
    (root / "tests/deep").mkdir(parents=True)
    (root / "tests/deep/test_a.py").symlink_to(outside / "deep/test_a.py")


def _link_of_a_folder(root: Path, outside: Path) -> None:
    (root / "tests").symlink_to(outside)


def _hard_link(root: Path, outside: Path) -> None:
    (root / "tests/deep").mkdir(parents=True)
    os.link(outside / "deep/test_a.py", root / "tests/deep/test_a.py")


def _folder_in_place_of_a_file(root: Path, _: Path) -> None:
    _write(root / "tests/deep/test_a.py/more/x.py", "x")


def _file_in_place_of_a_folder(root: Path, _: Path) -> None:
    _write(root / "tests", "a file")


def _read_only(root: Path, _: Path) -> None:
    _write(root / "tests/deep/test_a.py", "mine")
    (root / "tests/deep/test_a.py").chmod(0o444)
    (root / "tests/deep").chmod(0o555)
    (root / "tests").chmod(0o500)


def _bytecode(root: Path, _: Path) -> None:
    _write(root / "tests/deep/__pycache__/test_a.cpython-312.pyc", "mine")


@pytest.mark.parametrize(
    "leave",
    [
        _link_of_a_file,
        _link_of_a_folder,
        _hard_link,
        _folder_in_place_of_a_file,
        _file_in_place_of_a_folder,
        _read_only,
        _bytecode,
    ],
)
def test_nothing_that_an_agent_leaves_stands_in_the_way(
    tmp_path: Path, leave: Callable[[Path, Path], None]
) -> None:
    root, outside = tmp_path / "tree", tmp_path / "outside"
    root.mkdir()
    _write(outside / "deep/test_a.py", "of the user")
    leave(root, outside)
    lay(root, [TEST])
    assert not (root / "tests").is_symlink()
    assert (root / "tests/deep/test_a.py").read_bytes() == b"the real test\n"
    assert (outside / "deep/test_a.py").read_bytes() == b"of the user"
    assert list(root.rglob("__pycache__")) == []


def test_files_can_be_taken_away_and_be_executable(tmp_path: Path) -> None:
    _write(tmp_path / "tests/old.py", "gone")
    lay(tmp_path, [LaidFile("tests/old.py", None), LaidFile("run.sh", b"#!/bin/sh\n", True)])
    assert not (tmp_path / "tests/old.py").exists()
    assert os.access(tmp_path / "run.sh", os.X_OK)
