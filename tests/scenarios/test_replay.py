"""Every scenario is played again from its journal, and goes as it went."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scenarios.archive import Archive, parse
from tests.scenarios.play import config_of, play
from tests.scenarios.test_scenarios import CASES

from architect.app.recording import open_recording
from architect.app.replay import Replayed, replay
from architect.app.replay_tree import tree_of


def replayed(scenario: Archive, folder: Path) -> Sequence[Replayed]:
    """The runs of the session that a scenario left in `folder`, played again."""
    config = config_of(json.loads(scenario.files["request.json"]), folder / "script.json")
    workspace = folder / "workspace"
    [journal] = (workspace / ".architect" / "sessions").glob("*.jsonl")

    async def again() -> list[Replayed]:
        recording = replace(open_recording(workspace, journal.stem, {}), is_own=True)
        async with tree_of(recording, config) as tree:
            return await replay(recording, config, tree)

    return asyncio.run(again())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_scenario_is_played_again_without_a_difference(case: Path, tmp_path: Path) -> None:
    scenario = parse(case.read_bytes().decode())
    play(scenario, tmp_path)
    [run] = replayed(scenario, tmp_path)
    assert [str(each) for each in run.differences] == []
