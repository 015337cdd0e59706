"""What an earlier version left behind counts: sessions, grants, trust and settings.

`golden/state_of_0_1` was written by a version of November 2026, but for the path of the project: it
trusted the project, denied `git push`, kept `make t` as always allowed, changed `main.py` in a
session, and had all settings of its time in the user's configuration.
"""

import json
import shutil
from pathlib import Path

import pytest
from tests.support.command import Project
from tests.support.recorded_model import recorded, reply

GOLDEN = Path(__file__).parent / "golden" / "state_of_0_1"
SESSION = "20261128-121141-6062e7"


@pytest.fixture
def old(project: Project) -> Project:
    shutil.copytree(GOLDEN / "project", project.folder, dirs_exist_ok=True)
    shutil.copytree(GOLDEN / "sessions", project.folder / ".architect/sessions")
    for name in ("state", "config"):
        shutil.copytree(GOLDEN / name, project.home / name / "architect")
    kept = [*(project.home / "state").rglob("*.json"), *project.journals]
    for file in kept:
        text = file.read_text().replace("{project}", str(project.folder.resolve()))
        file.write_text(text)
    return project


def test_the_project_is_trusted_and_all_settings_are_known(old: Project) -> None:
    shown = old.architect("trust", "--show")
    assert (shown.code, shown.text.strip()) == (0, "trusted")
    valid = old.architect("validate-config")
    assert valid.code == 0, valid.stderr
    assert {"config/architect/config.yaml", ".architect.yaml"} <= set(
        valid.text.replace(f"{old.home}/", "").replace(",", " ").split()
    )


def test_what_was_allowed_or_denied_still_is(old: Project) -> None:
    listed = old.architect("grants", "list").text.splitlines()
    assert [line.split()[:2] for line in listed] == [["g455b", "deny"], ["g51f7", "allow"]]
    calls = [{"name": "run_command", "arguments": {"command": each}} for each in COMMANDS]
    model = recorded(
        old.home / "script.json", *[{"calls": [call]} for call in calls], reply("done")
    )
    # Nobody is there to be asked.
    run = old.architect("run", "x", "--model", model, "--mode", "confirm-all", "--json").document
    assert [denial["by"] for denial in run["denied"]] == ["grant g455b"]


COMMANDS = ("make t -s", "git push")


def test_sessions_are_listed_resumed_in_the_trusted_mode_and_undone(old: Project) -> None:
    listed = json.loads(old.architect("sessions", "--json").stdout)
    assert [(each["task"], each["files_changed"]) for each in listed] == [
        ("Run make", []),
        ("Make b 20", ["main.py"]),
    ]
    model = recorded(old.home / "script.json", reply("nothing is left to do"))
    resumed = old.architect("resume", SESSION, "--model", model)
    assert resumed.code == 0
    assert "· yolo" in resumed.stderr
    assert old.architect("undo", f"{SESSION}.1").code == 0
    assert old.read("main.py") == "a = 1\nb = 2\n"
