"""What a run makes of the health of the code, told everywhere, and as a gate."""

import json
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from tests.cli.talk import Talk, talk
from tests.support.code_samples import branches
from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.provider_server import Behaviour, Call, Reply

pytest.importorskip("radon", reason="the extra health is not installed")
pytest.importorskip("lizard", reason="the extra health is not installed")

YOLO = ("--mode", "yolo", "--json")
DONE = Reply("All done.")
WORSE = "a.py:1 pick: complexity 15 (was 13)"


def write(path: str, content: str) -> Reply:
    call = {"path": path, "content": content, "mode": "overwrite"}
    return Reply(calls=[Call("write_file", json.dumps(call))])


def command(line: str) -> Reply:
    return Reply(calls=[Call("run_command", json.dumps({"command": line}))])


READ = Reply(calls=[Call("read_file", '{"path": "a.py"}')])


def play(project: Project, script: list[Behaviour], *flags: str, **settings: str) -> Talk:
    project.write("a.py", branches("pick", 12))
    return talk(project, [READ, *script], *YOLO, *flags, settings=settings)


def measured(project: Project) -> list[dict[str, Any]]:
    events = [json.loads(line)["event"] for line in project.journals[-1].read_bytes().splitlines()]
    return [event for event in events if event["type"] == "health.measured"]


def last_words(talked: Talk) -> str:
    return json.dumps(talked.requests[-1].body)


def test_a_run_says_what_it_made_better_and_worse(project: Project) -> None:
    script = [write("a.py", branches("pick", 14)), write("b.py", branches("new", 60)), DONE]
    talked = play(project, [*script], "--health")
    assert (talked.code, talked.document["status"]) == (0, "success")
    health = talked.document["health"]
    assert [(one["kind"], one["path"], one["before"], one["after"]) for one in health["worse"]] == [
        ("long", "b.py", 0, 121),
        ("complex", "b.py", 0, 61),
        ("complex", "a.py", 13, 15),
    ]
    assert (health["failed"], health["is_gate"], health["problem"]) == (False, False, "")
    assert health["after"]["complex"] == 2
    assert "health · 2 files measured · 1 long function (was 0)" in talked.stderr
    assert f"worse: {WORSE}" in talked.stderr
    assert len(measured(project)) == 1


def test_what_no_run_changed_is_not_measured(project: Project) -> None:
    talked = play(project, [DONE], "--health")
    assert (talked.code, talked.document["health"], measured(project)) == (0, None, [])
    other = play(project, [write("notes.md", "# Notes\n"), DONE], "--health")
    [event] = measured(project)
    assert event["not_measured"] == [
        {"path": "notes.md", "reason": "not in health.include_patterns"}
    ]
    assert other.document["health"]["after"]["files"] == 0


def test_as_a_gate_it_sends_the_agent_back_once_to_repair_it(project: Project) -> None:
    script = [
        write("a.py", branches("pick", 14)),
        DONE,
        write("a.py", branches("pick", 12)),
        Reply("Repaired."),
    ]
    talked = play(project, [*script], "--fail-on-worse")
    assert (talked.code, talked.document["output"]) == (0, "Repaired.")
    assert [(one["worse_count"], one["sent_back"]) for one in measured(project)] == [
        (1, True),
        (0, False),
    ]
    assert WORSE in last_words(talked)
    assert "gate health: failed" in talked.stderr
    assert "gate health: passed" in talked.stderr


def test_a_run_that_stays_worse_is_no_success(project: Project) -> None:
    reports = [part for name in ("r.xml", "r.md") for part in ("--report-file", name)]
    script = [write("a.py", branches("pick", 14)), DONE, Reply("It has to be so.")]
    talked = play(project, [*script], "--fail-on-worse", "--exit-code-on-partial", "0", *reports)
    assert (talked.code, talked.document["status"]) == (1, "partial")
    assert talked.document["output"].startswith("It has to be so.")
    assert (
        "[This was not accepted: the code is less healthy in 1 place.]" in talked.document["output"]
    )
    assert len(measured(project)) == 1
    suites = {suite.get("name"): suite for suite in ElementTree.fromstring(project.read("r.xml"))}
    assert suites["architect.health"].get("failures") == "1"
    assert "complexity 15" in project.read("r.md")


def test_moving_code_passes_the_gate(project: Project) -> None:
    script = [write("b.py", branches("pick", 12)), command("echo > a.py"), DONE]
    talked = play(project, [*script], "--fail-on-worse")
    assert talked.code == 0, talked.stderr
    assert [(one["worse_count"], one["better_count"]) for one in measured(project)] == [(0, 0)]


def test_a_run_that_is_stopped_is_measured_too(project: Project) -> None:
    script = [write("a.py", branches("pick", 14)), Reply("So far.")]
    talked = play(project, [*script], "--fail-on-worse", "--max-steps", "2")
    assert (talked.code, talked.document["status"]) == (1, "partial")
    assert talked.document["health"]["failed"]
    assert len(measured(project)) == 1


def test_it_can_be_configured_and_is_in_every_report_afterwards(project: Project) -> None:
    script = [write("a.py", branches("pick", 14)), DONE]
    talked = play(project, [*script], ARCHITECT__HEALTH__ENABLED="true")
    assert talked.document["health"]["worse_count"] == 1
    for form in ("json", "markdown", "github", "html", "sarif"):
        text = project.architect("report", "--report", form).text
        assert "pick" in text, form
        assert "complexity 15 (was 13)" in text or form == "json", form
    junit = project.architect("report", "--report", "junit").text
    assert "architect.health" not in junit


def test_a_replay_measures_again_and_sends_back_again(project: Project) -> None:
    script = [write("a.py", branches("pick", 14)), DONE, Reply("It has to be so.")]
    play(project, [*script], "--fail-on-worse")
    (project.folder / "a.py").write_text(branches("pick", 12))
    first = next(iter(read_journal(project.journals[0])))
    replayed = project.architect("replay", first.run_id.partition(".")[0])
    assert replayed.code == 0, replayed.text + replayed.stderr
