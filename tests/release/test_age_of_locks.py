"""What users get, and what builds it, was a week old when it was pinned.

The index is asked, with what is pinned as a wish: what it may not have is replaced.
"""

import shutil
import subprocess
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from scripts.release.source import ROOT
from tests.release.conftest import TOOLS

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

LOCKS = {
    "runtime.txt": ("pyproject.toml", "--extra", "symbols"),
    "build.txt": ("--group", "build", "--constraints", "requirements/release.txt"),
    "release.txt": ("--group", "release"),
}


def pins(lock: Path) -> list[str]:
    lines = lock.read_text(encoding="utf-8").splitlines()
    return [line.removesuffix(" \\") for line in lines if "==" in line and line[0].isalnum()]


@pytest.mark.parametrize(("name", "wanted"), LOCKS.items(), ids=LOCKS)
def test_every_pin_was_a_week_old(name: str, wanted: Sequence[str], tmp_path: Path) -> None:
    lock = ROOT / "requirements" / name
    last = ["git", "log", "-1", "--format=%cs", "--", lock]
    written = subprocess.run(last, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    before = date.fromisoformat(written.strip()) - timedelta(7)
    again = Path(shutil.copy(lock, tmp_path / name))
    options = ("--quiet", "--universal", "--python-version", "3.11", "--no-annotate")
    newest = ("--exclude-newer", before.isoformat(), "--output-file", again)
    command = [TOOLS / "uv", "pip", "compile", *options, *newest, *wanted]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    assert pins(again) == pins(lock)
