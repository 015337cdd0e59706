import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from architect.adapters.git import Git
from architect.domain.errors import VcsFault
from architect.domain.git_range import Since


def git(folder: Path, *arguments: str) -> str:
    """The output of a git command that knows no configuration but that of `folder`."""
    environ = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(folder.parent),
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    names = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main")
    run = subprocess.run(
        ["git", *names, *arguments],
        cwd=folder,
        env=environ,
        capture_output=True,
        check=True,
        timeout=60,
    )
    return run.stdout.decode()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits; `a.txt` has since been changed."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init")
    for content in (b"one\n", b"two\n"):
        (folder / "a.txt").write_bytes(content)
        git(folder, "add", "a.txt")
        git(folder, "commit", "-m", content.decode())
    (folder / "a.txt").write_bytes(b"three\n")
    return folder


def diff(folder: Path, ref: str) -> str:
    return asyncio.run(Git(folder).diff(Since(ref)))


@pytest.mark.parametrize(("ref", "before"), [("HEAD", "two"), ("HEAD~1", "one"), ("main", "two")])
def test_the_diff_goes_from_a_revision_to_the_working_tree(
    repository: Path, ref: str, before: str
) -> None:
    text = diff(repository, ref)
    assert text.startswith("diff --git a/a.txt b/a.txt\n")
    assert f"-{before}\n+three\n" in text


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.srcPrefix", "x"),
        ("diff.dstPrefix", "y"),
    ],
)
def test_the_repository_does_not_say_how_names_begin_in_the_diff(
    key: str, value: str, repository: Path
) -> None:
    git(repository, "config", key, value)
    text = diff(repository, "HEAD")
    assert text.startswith("diff --git a/a.txt b/a.txt\n")
    assert "\n--- a/a.txt\n+++ b/a.txt\n" in text


def test_a_repository_that_the_environment_names_is_not_the_one_compared(
    repository: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    git(elsewhere, "init")
    script = (
        "import asyncio, sys; from pathlib import Path; from architect.adapters.git import Git; "
        "from architect.domain.git_range import Since; "
        "sys.stdout.write(asyncio.run(Git(Path(sys.argv[1])).diff(Since())))"
    )
    misleading = {
        "GIT_DIR": str(elsewhere / ".git"),
        "GIT_WORK_TREE": str(elsewhere),
        "GIT_INDEX_FILE": str(elsewhere / ".git" / "index"),
    }
    run = subprocess.run(
        [sys.executable, "-c", script, str(repository)],
        env={**os.environ, **misleading},
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert run.stdout.decode() == diff(repository, "HEAD")
    assert b"-two\n+three\n" in run.stdout


def test_a_tree_that_is_as_committed_has_no_diff(repository: Path) -> None:
    (repository / "a.txt").write_bytes(b"two\n")
    assert diff(repository, "HEAD") == ""


def test_untracked_files_are_left_out(repository: Path) -> None:
    (repository / "new.txt").write_bytes(b"new\n")
    assert "new.txt" not in diff(repository, "HEAD")


def test_a_folder_inside_a_repository_sees_its_own_part(repository: Path) -> None:
    (repository / "inside").mkdir()
    assert diff(repository / "inside", "HEAD") == ""


@pytest.mark.parametrize(
    "ref", ["--output=stolen", "-O", "--no-index", "--ext-diff", "--", "", "--all", "-h"]
)
def test_a_revision_that_looks_like_an_option_is_just_an_unknown_revision(
    repository: Path, ref: str
) -> None:
    with pytest.raises(VcsFault, match="git knows no revision"):
        diff(repository, ref)
    assert sorted(path.name for path in repository.iterdir()) == [".git", "a.txt"]


@pytest.mark.parametrize("ref", ["no-such-branch", "HEAD~99", "HEAD:a.txt", "HEAD..main", "a\0b"])
def test_what_names_no_commit_is_refused_by_name(repository: Path, ref: str) -> None:
    with pytest.raises(VcsFault) as fault:
        diff(repository, ref)
    assert repr(ref) in str(fault.value)


def test_a_folder_without_a_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VcsFault) as fault:
        diff(tmp_path, "HEAD")
    assert str(fault.value) == f"{str(tmp_path)!r} is not a git repository"


def test_a_repository_without_a_commit_says_so(tmp_path: Path) -> None:
    git(tmp_path, "init")
    with pytest.raises(VcsFault, match="has no commit yet"):
        diff(tmp_path, "HEAD")


def test_a_branch_that_only_the_remote_has_is_named_as_it_is_called_here(
    repository: Path,
) -> None:
    git(repository, "update-ref", "refs/remotes/origin/release", "HEAD")
    with pytest.raises(VcsFault, match="did you mean 'origin/release'"):
        diff(repository, "release")
    with pytest.raises(VcsFault, match=r"'nope' in .*; fetch it, or name another"):
        diff(repository, "nope")


def test_a_folder_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(VcsFault):
        diff(tmp_path / "gone", "HEAD")


def trap(repository: Path) -> tuple[Path, Path]:
    """A program that leaves a file behind when it is run, and that file."""
    program, sprung = repository.parent / "trap.sh", repository.parent / "sprung"
    program.write_bytes(f"#!/bin/sh\ntouch '{sprung}'\ncat\n".encode())
    program.chmod(0o755)
    return program, sprung


@pytest.mark.parametrize(
    ("settings", "attributes"),
    [
        (["diff.external"], ""),
        (["diff.evil.command"], "*.txt diff=evil\n"),
        (["diff.evil.textconv"], "*.txt diff=evil\n"),
        (["core.pager", "pager.diff"], ""),
        (["core.fsmonitor"], ""),
        (["filter.evil.clean", "filter.evil.smudge"], "*.txt filter=evil\n"),
        (["filter.e=vil.clean"], "*.txt filter=e=vil\n"),
        (["filter.evil.process"], "*.txt filter=evil\n"),
    ],
)
def test_programs_that_the_repository_names_are_not_run(
    repository: Path, settings: list[str], attributes: str
) -> None:
    program, sprung = trap(repository)
    (repository / ".gitattributes").write_bytes(attributes.encode())
    for setting in settings:
        git(repository, "config", setting, str(program))
    sprung.unlink(missing_ok=True)
    assert "+three" in diff(repository, "HEAD")
    assert not sprung.exists()


def test_colours_that_the_user_wants_everywhere_are_left_out(repository: Path) -> None:
    git(repository, "config", "color.ui", "always")
    assert "\x1b" not in diff(repository, "HEAD")


def test_bytes_that_are_no_text_do_not_break_the_diff(repository: Path) -> None:
    (repository / "a.txt").write_bytes(b"caf\xe9\n")
    assert "+caf\N{REPLACEMENT CHARACTER}\n" in diff(repository, "HEAD")


def test_the_index_is_not_touched(repository: Path) -> None:
    index = repository / ".git" / "index"
    before = index.read_bytes(), index.stat().st_mtime_ns
    diff(repository, "HEAD")
    assert (index.read_bytes(), index.stat().st_mtime_ns) == before
