"""A repository that holds what a commit reaches and nothing else."""

from pathlib import Path

import pytest
from tests.support.repository import commit_all, git

from architect.adapters.trees.sealed_repository import seal
from architect.domain.errors import VcsFault


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A repository with a commit behind the one that is asked for, and another branch."""
    folder = tmp_path / "project"
    folder.mkdir()
    for number in (1, 2, 3):
        (folder / "a.txt").write_bytes(b"%d\n" % number)
        commit_all(folder)
    git(folder, "branch", "later")
    git(folder, "tag", "v3")
    git(folder, "checkout", "-q", "-b", "other", "HEAD~2")
    (folder / "b.txt").write_bytes(b"other\n")
    commit_all(folder)
    git(folder, "checkout", "-q", "main")
    return folder


@pytest.mark.parametrize("kind", ["repository", "bundle", "shallow clone"])
def test_neither_later_commits_nor_other_branches_are_in_it(
    history: Path, tmp_path: Path, kind: str
) -> None:
    commit = git(history, "rev-parse", "HEAD~1").strip()
    source = history
    if kind == "bundle":
        source = tmp_path / "project.bundle"
        git(history, "bundle", "create", "--quiet", str(source), "--all")
    if kind == "shallow clone":
        source = tmp_path / "shallow"
        git(history, "clone", "-q", "--depth", "2", f"file://{history}", str(source))
    before = git(history, "for-each-ref")
    folder = tmp_path / "units/unit"
    sealed = seal(folder, source, commit)
    objects = git(sealed, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)").split()
    reached = git(sealed, "rev-list", "--objects", "--no-object-names", commit).split()
    assert set(objects) == set(reached)
    assert git(sealed, "for-each-ref", "--format=%(refname)") == "refs/heads/main\n"
    assert git(sealed, "show", "main:a.txt") == "2\n"
    assert not (folder / "unpacked.git").exists()
    assert git(history, "for-each-ref") == before


def test_what_is_not_there_is_named(history: Path, tmp_path: Path) -> None:
    with pytest.raises(VcsFault, match=r"the commit 1{40} of .*project"):
        seal(tmp_path, history, "1" * 40)
    (tmp_path / "no.bundle").write_bytes(b"no bundle")
    with pytest.raises(VcsFault, match="no bundle that git can read"):
        seal(tmp_path / "unit", tmp_path / "no.bundle", "1" * 40)
