"""What `make release` builds, for tests of the built files."""

import subprocess
from pathlib import Path

import pytest
from scripts.release.source import ROOT

TOOLS = ROOT / ".venv-release/bin"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release that was built of this tree, whatever has no tag or is changed."""
    out = tmp_path_factory.mktemp("release")
    command = [TOOLS / "python", "-B", "-m", "scripts.release", "--snapshot", "--out", out]
    subprocess.run(command, cwd=ROOT, check=True)
    [folder] = out.iterdir()
    return folder
