"""A Neovim with the plugin, and a server that does what the test says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.e2e.nvim.harness import Harness, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import Neovim, neovim


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "one.py").write_bytes(b"a = 1\nb = 2\nc = 3\n")
    (folder / "two.py").write_bytes(b"d = 4\ne = 5\n")
    return folder


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[FakeDaemon]:
    fake = FakeDaemon(tmp_path)
    yield fake
    fake.close()


@pytest.fixture
def editor(tmp_path: Path, project: Path) -> Iterator[Neovim]:
    """Neovim in the project, with the plugin on its runtime path and not set up yet."""
    with neovim(tmp_path / "home", folder=project) as found:
        yield found


@pytest.fixture
def harness(editor: Neovim, daemon: FakeDaemon, project: Path) -> Harness:
    set_up(editor, daemon)
    return Harness(editor, daemon, project)
