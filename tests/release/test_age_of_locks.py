"""What is pinned was a week old by then.

The index is asked, with what is pinned as a wish: what it may not have is replaced.
"""

import json
import shutil
import subprocess
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from scripts.release.source import ROOT
from scripts.slim_requirements import slim_requirements
from tests.release.conftest import TOOLS

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

DEV = ("--constraints", "requirements/dev.txt")
LOCKS = {
    "runtime.txt": ("pyproject.toml", "--extra", "symbols"),
    "slim.txt": ("-",),
    "dev.txt": ("pyproject.toml", "--all-extras", "--group", "build", "--group", "dev"),
    "docs.txt": ("--group", "docs", *DEV),
    "build.txt": ("--group", "build", "--constraints", "requirements/release.txt"),
    "release.txt": ("--group", "release"),
}
CLIENT = ROOT / "client-vscode"


def week_before(lock: Path) -> date:
    """A week before the lock was written."""
    last = ["git", "log", "-1", "--format=%cs", "--", lock]
    written = subprocess.run(last, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return date.fromisoformat(written.strip()) - timedelta(7)


def pins(lock: Path) -> list[str]:
    lines = lock.read_text(encoding="utf-8").splitlines()
    return [line.removesuffix(" \\") for line in lines if "==" in line and line[0].isalnum()]


@pytest.mark.parametrize(("name", "wanted"), LOCKS.items(), ids=LOCKS)
def test_every_pin_was_a_week_old(name: str, wanted: Sequence[str], tmp_path: Path) -> None:
    lock = ROOT / "requirements" / name
    before = week_before(lock)
    again = Path(shutil.copy(lock, tmp_path / name))
    options = ("--quiet", "--universal", "--python-version", "3.11", "--no-annotate")
    newest = ("--exclude-newer", before.isoformat(), "--output-file", again)
    command = [TOOLS / "uv", "pip", "compile", *options, *newest, *wanted]
    slim = "\n".join(slim_requirements())
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, input=slim, text=True)
    assert pins(again) == pins(lock)


def test_every_lock_is_asked_about() -> None:
    assert {lock.name for lock in (ROOT / "requirements").glob("*.txt")} == LOCKS.keys()


def test_every_npm_package_was_a_week_old(tmp_path: Path) -> None:
    """npm takes the newest that it may have: what is newer than that has to tell its age."""
    lock = CLIENT / "package-lock.json"
    before = week_before(lock)
    for name in ("package.json", lock.name):
        shutil.copy(CLIENT / name, tmp_path)
    quiet = ("--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")
    update = ["npm", "--prefix", tmp_path, "update", *quiet, f"--before={before}"]
    subprocess.run(update, check=True, stdout=subprocess.DEVNULL)
    allowed = versions(tmp_path / lock.name)
    newer = {pin for pin in versions(lock) if pin not in allowed}
    young = {pin for pin in newer if published(*pin) > before}
    assert not young


def versions(lock: Path) -> set[tuple[str, str]]:
    """Name and version of each package of npm's lock."""
    packages = json.loads(lock.read_bytes())["packages"]
    return {
        (each.get("name") or place.rpartition("node_modules/")[2], each["version"])
        for place, each in packages.items()
        if place
    }


def published(name: str, version: str) -> date:
    asked = ["npm", "view", name, "time", "--json"]
    told = subprocess.run(asked, check=True, capture_output=True).stdout
    return date.fromisoformat(json.loads(told)[version][:10])
