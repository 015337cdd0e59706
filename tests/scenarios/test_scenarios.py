"""Every archive in `cases` is a scenario: files and a script in, events, files and a result out.

ARCHITECT_UPDATE_GOLDEN=1 writes what happens into the archives; read the difference before you
believe it.
"""

import os
from collections import Counter
from pathlib import Path

import pytest
from tests.scenarios.archive import Archive, parse, render
from tests.scenarios.play import folded, play

from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.model_events import ModelReplied

CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))
UPDATES = os.environ.get("ARCHITECT_UPDATE_GOLDEN") == "1"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_scenario_goes_as_its_archive_says(case: Path, tmp_path: Path) -> None:
    scenario = parse(case.read_bytes().decode())
    outcome = play(scenario, tmp_path)
    called = [c.id for e in outcome.events if isinstance(e, ModelReplied) for c in e.calls]
    answered = [e.call_id for e in outcome.events if isinstance(e, ToolFinished)]
    assert Counter(answered) == Counter(called)
    assert folded(outcome.events) == outcome.state
    if UPDATES:
        _write_golden(case, scenario, outcome.golden)
        return
    golden = scenario.below("golden")
    assert golden, f"{case.name} has no golden part: run with ARCHITECT_UPDATE_GOLDEN=1"
    assert outcome.golden["events"].decode() == golden["events"].decode()
    assert outcome.golden == golden


def _write_golden(case: Path, scenario: Archive, golden: dict[str, bytes]) -> None:
    given = {name: part for name, part in scenario.files.items() if not name.startswith("golden/")}
    after = {f"golden/{name}": part for name, part in golden.items()}
    case.write_bytes(render(Archive(scenario.about, given | after)).encode())


def test_there_are_scenarios() -> None:
    assert len(CASES) >= 15


def test_an_archive_is_read_as_it_is_written() -> None:
    archive = Archive(
        "What it is about.",
        {
            "files/lf": b"one\n\ntwo\n\n",
            "files/crlf": b"one\r\ntwo\r\n",
            "files/open": b"one\r\ntwo",
            "files/empty": b"",
        },
    )
    assert parse(render(archive)) == archive
