"""`make release` releases only what can be found again: a commit with a tag, without changes."""

import re
import subprocess
from pathlib import Path

import pytest
from scripts.release.source import NotReady, source_of

PROJECT = """\
[build-system]
requires = ["hatch-vcs", "hatchling"]
build-backend = "hatchling.build"
[project]
name = "example"
dynamic = ["version"]
[tool.hatch.version]
source = "vcs"
fallback-version = "0.0.0"
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A commit with the tag v1.2.3."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "pyproject.toml").write_text(PROJECT)
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "-m", "First")
    git(root, "tag", "v1.2.3")
    return root


def git(root: Path, *arguments: str) -> str:
    run = subprocess.run(("git", *arguments), cwd=root, check=True, capture_output=True, text=True)
    return run.stdout.strip()


def test_it_is_the_version_of_the_tag_and_the_time_of_the_commit(repository: Path) -> None:
    source = source_of(repository, snapshot=False)
    assert source.version == "1.2.3"
    assert str(source.epoch) == git(repository, "log", "-1", "--format=%ct")


def test_changes_are_refused_and_named(repository: Path) -> None:
    (repository / "new.py").write_text("")
    with pytest.raises(NotReady, match=r"has changes:\n\?\? new\.py\n.*--snapshot"):
        source_of(repository, snapshot=False)


def test_a_commit_without_a_tag_is_refused(repository: Path) -> None:
    git(repository, "tag", "--delete", "v1.2.3")
    with pytest.raises(NotReady, match=r"no tag, it is 0\.0\.1\.dev1\+g.*git tag v1\.2\.3"):
        source_of(repository, snapshot=False)


def test_a_snapshot_may_be_both(repository: Path) -> None:
    git(repository, "tag", "--delete", "v1.2.3")
    (repository / "pyproject.toml").write_text(PROJECT + "# changed\n")
    version = source_of(repository, snapshot=True).version
    assert re.fullmatch(r"0\.0\.1\.dev1\+g[0-9a-f]+\.d\d{8}", version)


def test_a_copy_without_git_is_refused_even_as_a_snapshot(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    with pytest.raises(NotReady, match="built from a clone"):
        source_of(tmp_path, snapshot=True)
