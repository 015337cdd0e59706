"""The configuration of a run, wherever it lies, and what a run may edit because a flag says so."""

from pathlib import Path

import pytest
from tests.support.hostile import Victim, attempt, by_command, make_victim
from tests.support.sandboxes import broken_bwrap, need_sandbox

YOLO = ("--mode", "yolo")
OWN = "schema_version: 1\ncommands: {allowed_only: false}\n"
WORKFLOW = ".github/workflows/ci.yml"


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    return make_victim(tmp_path)


def test_the_configuration_given_by_a_flag_cannot_be_rewritten(
    victim: Victim, tmp_path: Path
) -> None:
    need_sandbox(tmp_path)
    config = victim.root / "settings" / "own.yaml"
    config.parent.mkdir()
    config.write_text(OWN)
    ways = [
        attempt("write_file", path="settings/own.yaml", content="x: 1\n"),
        attempt("edit_file", path="settings/own.yaml", old_str="false", new_str="true"),
        attempt("run_command", command="echo x > settings/own.yaml"),
        attempt(
            "run_command", command="python3 -c \"open('settings/own.' + 'yaml', 'w')\" 2>/dev/null"
        ),
        attempt("run_command", command="mv settings elsewhere; rm -rf settings"),
    ]
    by_command(victim, ways, flags=(*YOLO, "-c", str(config)))
    assert config.read_text() == OWN


def test_without_a_sandbox_a_command_that_names_it_is_denied(
    victim: Victim, tmp_path: Path
) -> None:
    config = victim.root / "own.yaml"
    config.write_text(OWN)
    ways = [attempt("run_command", command="echo x > own.yaml")]
    told = by_command(
        victim,
        ways,
        flags=(*YOLO, "-c", str(config)),
        environment=broken_bwrap(tmp_path / "bin"),
    )
    assert told.denied_by() == ["executable_config_files"]
    assert config.read_text() == OWN


def test_a_flag_allows_edits_of_exactly_the_files_it_names(victim: Victim) -> None:
    edits = [
        attempt("write_file", path=WORKFLOW, content="on: push\n"),
        attempt("write_file", path=".gitlab-ci.yml", content="x: 1\n"),
        attempt("write_file", path=".git/hooks/pre-commit", content="x"),
    ]
    told = by_command(victim, edits, flags=(*YOLO, "--allow-edit", ".github/workflows/"))
    assert (victim.root / WORKFLOW).read_text() == "on: push\n"
    assert told.denied_by() == ["", "executable_config_files", "path.git"]
    assert "--allow-edit" in told.everything


def test_without_the_flag_the_denial_names_it(victim: Victim) -> None:
    told = by_command(victim, [attempt("write_file", path=WORKFLOW, content="x")], flags=YOLO)
    assert told.denied_by() == ["executable_config_files"]
    assert "--allow-edit" in told.everything
