"""Whether git ignores all that is somewhere, as deletions ask that need no confirmation."""

import subprocess
from pathlib import Path

import pytest

from architect.adapters.changes.git_state import ignores_all


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, timeout=20)


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "project"
    root.mkdir()
    git(root, "init", "-q")
    (root / ".gitignore").write_bytes(b"build/\ndist/\nnode_modules/\nout/*\n")
    return root


def test_what_is_ignored_as_a_whole_or_is_not_there_is(project: Path) -> None:
    write(project / "build" / "deep" / "a.o")
    write(project / "web" / "node_modules" / "a" / "index.js")
    write(project / "out" / "a")
    for name in ("build", "build/deep", "web/node_modules", "out", "dist"):
        assert ignores_all(project, project / name), name


def test_what_git_has_or_would_take_is_not(project: Path) -> None:
    write(project / "build" / "a.o")
    write(project / "build" / "kept.txt")
    git(project, "add", "-f", "build/kept.txt")
    write(project / "target" / "a.o")
    write(project / "web" / "dist" / "a.js")
    (project / "web" / ".gitignore").write_bytes(b"!dist/\n")
    for name in ("build", "target", "web/dist"):
        assert not ignores_all(project, project / name), name


def test_nobody_says_so_without_git_elsewhere_or_behind_a_link(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "plain" / "build" / "a.o")
    (project / "link").symlink_to(tmp_path / "plain")
    assert not ignores_all(tmp_path / "plain", tmp_path / "plain" / "build")
    assert not ignores_all(project, project / "link" / "build")
    assert ignores_all(project, project / "build")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not ignores_all(project, project / "build")
