"""What the tests of the action share."""

from collections.abc import Generator
from pathlib import Path

import pytest
from tests.support.action_job import Runner
from tests.support.github_server import GitHubServer, github


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


@pytest.fixture
def server() -> Generator[GitHubServer]:
    with github() as found:
        yield found
