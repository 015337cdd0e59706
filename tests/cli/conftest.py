"""What the tests of the command share."""

from pathlib import Path

import pytest
from tests.support.command import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with two small files, and a home without settings."""
    project = Project(tmp_path / "project", tmp_path / "home")
    project.home.mkdir()
    project.write("a.txt", "alpha\n")
    project.write("b.txt", "beta\n")
    return project
