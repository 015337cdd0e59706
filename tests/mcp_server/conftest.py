"""Shared by the tests of the MCP server."""

from pathlib import Path

import pytest
from tests.support.command import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with a small file, and a home without settings."""
    project = Project(tmp_path / "project", tmp_path / "home")
    project.home.mkdir()
    project.write("a.py", "x = 1\n")
    return project


@pytest.fixture
def anyio_backend() -> str:
    """What runs the tests that are coroutines."""
    return "asyncio"
