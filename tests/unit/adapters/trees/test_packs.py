"""A commit on its way to a repository of elsewhere, with what it lacks there and no more."""

from pathlib import Path

import pytest
from tests.support.repository import commit_all, git

from architect.adapters.trees.packs import Pack, ReceivedTrees, pack_of
from architect.domain.ids import WorkflowId

WORKFLOW = WorkflowId("w")


def project_in(folder: Path, *how: str) -> Path:
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main", *how)
    for number in range(3):
        (folder / f"{number}.txt").write_text(f"{number}\n" * 1000)
        commit_all(folder)
    return folder


def packed(repository: Path, there: ReceivedTrees) -> Pack:
    commit = git(repository, "rev-parse", "HEAD").strip()
    return pack_of(repository, commit, there=there.commits())


@pytest.mark.parametrize("kind", ["sha1", "sha256"])
def test_a_commit_arrives_with_its_history_and_the_next_one_without(
    tmp_path: Path, kind: str
) -> None:
    project = project_in(tmp_path / "project", f"--object-format={kind}")
    there = ReceivedTrees(tmp_path / "there")
    first = packed(project, there)
    there.take(WORKFLOW, first)
    assert git(there.folder, "log", "--format=%H", first.commit) == git(
        project, "log", "--format=%H"
    )
    (project / "new.txt").write_text("new\n")
    commit_all(project)
    second = packed(project, there)
    assert len(second.content) < len(first.content)
    there.take(WORKFLOW, second)
    assert git(there.folder, "show", f"{second.commit}:new.txt") == "new\n"
    git(there.folder, "fsck", "--strict")


def test_a_shallow_clone_arrives_as_one(tmp_path: Path) -> None:
    project = project_in(tmp_path / "project")
    shallow = tmp_path / "shallow"
    git(project, "clone", "-q", "--depth", "1", f"file://{project}", str(shallow))
    there = ReceivedTrees(tmp_path / "there")
    pack = packed(shallow, there)
    there.take(WORKFLOW, pack)
    assert git(there.folder, "log", "--format=%H", pack.commit).split() == [pack.commit]
    git(there.folder, "fsck", "--strict")
