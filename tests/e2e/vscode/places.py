"""Where the programs stand that a real VS Code needs; scripts/install-vscode puts them there."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CLIENT = ROOT / "client-vscode"

_CODE_SERVER = "4.139.1"


@dataclass(frozen=True, slots=True)
class Places:
    """Programs and folders of the installed VS Code."""

    node: Path
    """Of the version that VS Code is built for."""
    server_main: Path
    """The server of VS Code alone."""
    code_server: Path
    """The same with the settings of a user, and extensions that are installed from files."""
    chromium: str


def places() -> Places:
    """Everything, or the test is skipped and says what is missing."""
    home = _cache() / f"vscode-{_CODE_SERVER}"
    if not (home / "complete").exists():
        pytest.skip(f"no VS Code: {_why()}")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no VS Code: there is no chromium; run scripts/install-vscode")
    need_node_modules()
    package = home / "server" / "node_modules" / "code-server"
    return Places(
        node=home / "bin" / "node",
        server_main=package / "lib" / "vscode" / "out" / "server-main.js",
        code_server=package,
        chromium=chromium,
    )


def need_node_modules() -> None:
    """Skip the test where client-vscode cannot be built."""
    if not (CLIENT / "node_modules" / "esbuild").exists():
        pytest.skip("client-vscode has no node_modules; run scripts/install-extension")


def _cache() -> Path:
    given = os.environ.get("ARCHITECT_TEST_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "architect-tests"


def _why() -> str:
    note = _cache() / "vscode-missing"
    try:
        return note.read_bytes().decode().strip()
    except OSError:
        return "run scripts/install-vscode"
