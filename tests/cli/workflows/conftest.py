"""What the tests of workflows share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.workflows.dask_words import environment_of_workers
from tests.support.command import Project
from tests.support.dask_cluster import DaskCluster
from tests.support.repository import commit_all, git


@pytest.fixture
def repository(tmp_path: Path) -> Project:
    """A project under git with a file that is changed and one that is new."""
    project = Project(tmp_path / "project", tmp_path / "home")
    project.home.mkdir()
    project.write("a.txt", "alpha\n")
    project.write("b.txt", "beta\n")
    project.write(".gitignore", ".env\n")
    commit_all(project.folder)
    git(project.folder, "config", "user.name", "A User")
    git(project.folder, "config", "user.email", "user@example.invalid")
    project.write("b.txt", "beta, changed\n")
    project.write("new.txt", "not added yet\n")
    project.write(".env", "TOKEN=abcdefgh12345678\n")
    return project


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    """A scheduler of Dask whose workers are another user's."""
    with DaskCluster(tmp_path / "worker", environment_of_workers(tmp_path)) as cluster:
        yield cluster
