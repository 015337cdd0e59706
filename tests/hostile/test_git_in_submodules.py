"""What compares or keeps files starts no git in submodules, which would run filters they name."""

import asyncio
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from tests.support.repository import git

from architect.adapters.git import Git
from architect.adapters.git_commits import GitCommits
from architect.adapters.sandbox.user_content import UserContent
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.adapters.trees.unit_tree import UnitTree
from architect.domain.git_range import Since
from architect.domain.ids import WorkflowId

LOOP = WorkflowId("loop-20260101T000000-abcdef")
IS_SUBMODULE = "160000"


class Project:
    """A repository with a submodule `sub`, whose filter leaves a file `ran` beside the project."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.sub = self.root / "sub"
        self.ran = folder / "ran"
        for place in (self.root, self.sub):
            place.mkdir()
            git(place, "init", "--quiet")
            git(place, "config", "user.name", "n")
            git(place, "config", "user.email", "e@localhost")
        (self.sub / "file").write_text("1\n")
        (self.root / "other").write_text("1\n")
        self.commit(self.sub)
        self.commit(self.root)
        self.commits = self.head(self.root), self.head(self.sub)
        self.set_trap(self.sub)

    def set_trap(self, sub: Path) -> None:
        """Have git run a filter that is to tell whether a file of the same size was changed."""
        git(sub, "config", "filter.trap.clean", f"touch '{self.ran}'; cat")
        (sub / ".git" / "info" / "attributes").write_text("* filter=trap\n")
        (sub / "file").write_text("2\n")

    def trees(self) -> RepositoryTrees:
        return RepositoryTrees(self.root, hides=lambda _: False)

    def commit(self, place: Path) -> None:
        git(place, "add", "--all")
        git(place, "commit", "--quiet", "--message", "m")

    @staticmethod
    def head(place: Path) -> str:
        return git(place, "rev-parse", "HEAD").strip()

    def entry(self, commit: str, name: str) -> list[str]:
        """The mode and the id of what a commit has there; nothing if there is nothing."""
        words = git(self.root, "ls-tree", commit, name).split()
        return [words[0], words[2]] if words else []


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


async def _snapshot(project: Project) -> object:
    return await project.trees().snapshot(LOOP)


async def _diff(project: Project) -> object:
    return await Git(project.root).diff(Since("HEAD"))


async def _changed(project: Project) -> object:
    return await asyncio.to_thread(GitCommits(project.root).changed)


async def _beside(project: Project) -> object:
    return await asyncio.to_thread(UserContent(project.root, project.root / ".git").beside, ())


@pytest.mark.parametrize("look", [_snapshot, _diff, _changed, _beside])
def test_what_looks_at_the_files_runs_no_filter_of_a_submodule(
    project: Project, look: Callable[[Project], Coroutine[None, None, object]]
) -> None:
    (project.root / ".gitmodules").write_text('[submodule "sub"]\n\tpath = sub\n\tignore = none\n')

    asyncio.run(look(project))

    assert not project.ran.exists()
    git(project.root, "diff", "HEAD")
    assert project.ran.exists(), "the trap is not set"


def test_what_a_unit_did_is_read_without_what_it_made_of_a_submodule(
    project: Project, tmp_path: Path
) -> None:
    """The agent cannot have the commit of the submodule, and needs nothing but its id."""
    base, at = project.commits
    tree = UnitTree(tmp_path / "unit")
    tree.make(project.root, base, branch="architect/unit")
    shutil.copytree(project.sub, tree.top / "sub", dirs_exist_ok=True)
    project.set_trap(tree.top / "sub")
    (tree.top / "sub" / ".git" / "HEAD").write_text(f"{at}\n")
    (tree.top / "other").write_text("3\n")

    _, files = tree.finish()

    assert files == ("other",)
    assert not project.ran.exists()


def test_a_submodule_is_kept_as_the_commit_it_is_at(project: Project) -> None:
    project.commit(project.sub)
    (project.root / "new").write_text("1\n")

    kept = asyncio.run(project.trees().snapshot(LOOP))

    assert project.entry(kept, "sub") == [IS_SUBMODULE, project.head(project.sub)]
    assert project.entry(kept, "new")


def test_a_submodule_that_is_gone_is_gone(project: Project) -> None:
    shutil.rmtree(project.sub)

    kept = asyncio.run(project.trees().snapshot(LOOP))

    assert project.entry(kept, "sub") == []
    assert project.entry(kept, "other")


def test_a_link_in_the_place_of_the_folder_of_a_submodule_is_a_link(tmp_path: Path) -> None:
    folder = tmp_path / "around"
    folder.mkdir()
    project = Project(folder)
    git(project.root, "rm", "--quiet", "-r", "--cached", "sub")
    (project.root / "a").mkdir()
    project.sub.rename(project.root / "a" / "sub")
    project.commit(project.root)
    tree = UnitTree(tmp_path / "unit")
    tree.make(project.root, project.head(project.root), branch="architect/unit")
    shutil.rmtree(tree.top / "a")
    (tree.top / "a").symlink_to(tmp_path)

    _, files = tree.finish()

    assert sorted(files) == ["a", "a/sub"]
