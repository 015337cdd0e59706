"""The locks in requirements/ belong together, and name no package index."""

import re
from pathlib import Path

from scripts.slim_requirements import slim_requirements

FOLDER = Path(__file__).parents[2] / "requirements"


def locked(name: str) -> dict[str, str]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    return dict(re.findall(r"(?m)^([a-z0-9._-]+)(?:\[[a-z0-9,-]+\])?==([^ \\]+)", text))


def test_each_lock_holds_the_smaller_ones() -> None:
    slim, runtime, dev = locked("slim.txt"), locked("runtime.txt"), locked("dev.txt")
    assert slim.items() < runtime.items() < dev.items()
    assert "litellm" in runtime
    assert runtime["litellm"] not in ("1.82.7", "1.82.8")
    assert "litellm" not in slim
    assert all(re.split(r"[<>=!~\[]", one)[0] in slim for one in slim_requirements())


def test_the_locks_of_building_go_with_that_of_the_tests() -> None:
    build, release, dev = locked("build.txt"), locked("release.txt"), locked("dev.txt")
    assert build.items() < release.items()
    assert build.items() < dev.items()
    assert locked("keyring.txt").items() < dev.items()
    # Users get what runs architect, not what builds it.
    assert "hatchling" not in locked("runtime.txt")


def test_no_lock_takes_what_is_younger_than_a_week() -> None:
    makefile = (FOLDER.parent / "Makefile").read_text(encoding="utf-8")
    command = makefile.partition("\nLOCK = ")[2].partition("\n\n")[0]
    assert '--exclude-newer "7 days"' in command
    rule = makefile.partition("\nlock:")[2].partition("\n\n")[0]
    for lock in FOLDER.glob("*.txt"):
        [line] = [line for line in rule.split("\n") if line.endswith(f" {_relative(lock)}")]
        assert "$(LOCK)" in line
    assert "timedelta(7)" in rule


def _relative(lock: Path) -> str:
    return f"requirements/{lock.name}"


def test_no_lock_names_a_package_index() -> None:
    named = [
        f"{lock.name}: {line}"
        for lock in FOLDER.glob("*.txt")
        for line in lock.read_text(encoding="utf-8").split("\n")
        if "://" in line or line.startswith(("-i ", "--index", "--extra-index", "--find-links"))
    ]
    assert not named


def test_the_lock_of_the_documentation_goes_with_that_of_the_tests() -> None:
    docs, dev = locked("docs.txt"), locked("dev.txt")
    assert "mkdocs" in docs
    assert {name: docs[name] for name in docs.keys() & dev.keys()} == {
        name: dev[name] for name in docs.keys() & dev.keys()
    }
