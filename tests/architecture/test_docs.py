"""The documentation names what exists."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

from architect.domain.events import SHOWN_ONLY, Event

ROOT = Path(__file__).parents[2]


def rows(page: str) -> list[list[str]]:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]


def test_the_journal_page_lists_every_event_and_whether_it_is_journaled() -> None:
    kinds = get_args(Event)
    listed = {row[0].strip("`"): row[-1] for row in rows("docs/journal.md") if row[0][:1] == "`"}
    assert listed == {
        fields(kind)[0].default: "no" if kind in SHOWN_ONLY else "yes" for kind in kinds
    }


def test_every_module_the_architecture_page_names_exists() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w/.])((?:[a-z_]+/)+[a-z_]+\.(?:py|md|json))", text))
    assert len(named) > 25
    bases = (ROOT, ROOT / "server/architect", ROOT / "docs")
    assert [name for name in sorted(named) if not any((b / name).exists() for b in bases)] == []


def test_every_invariant_names_tests_that_exist() -> None:
    invariants = [row for row in rows("docs/architecture.md") if row[0].isdigit()]
    assert [row[0] for row in invariants] == [str(number) for number in range(1, 11)]
    for number, _, held_by in invariants:
        names = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", held_by)
        assert names, f"invariant {number} names no test"
        for path, test in names:
            assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{test}"
