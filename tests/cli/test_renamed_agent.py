"""The agent that explains code was called `resume` before, and still answers to that name."""

import json

from tests.support.command import Project
from tests.support.recorded_model import recorded, reply


def test_the_old_name_on_the_command_line_is_accepted_with_a_word(project: Project) -> None:
    model = recorded(project.home / "script.json", reply("It adds."))
    ran = project.architect("run", "explain it", "--agent", "resume", "--model", model)

    assert (ran.code, ran.text) == (0, "It adds.\n")
    told = "the agent resume is now called explain; the old name will stop working"
    assert told in ran.stderr
    assert "architect · explain" in ran.stderr

    now = project.architect("run", "explain it", "--agent", "explain", "--model", model)
    assert now.code == 0
    assert "is now called" not in now.stderr


def test_the_old_name_in_the_configuration_counts_with_a_word(project: Project) -> None:
    project.write(".architect.yaml", "agents:\n  resume: {max_steps: 3}\n")
    listed = project.architect("agents", "--json")

    steps = {agent["name"]: agent["max_steps"] for agent in json.loads(listed.stdout)}
    assert (steps["explain"], "resume" in steps) == (3, False)
    assert ".architect.yaml:2: agents.resume is now called agents.explain" in listed.stderr


def test_a_session_of_the_agent_of_that_name_is_resumed(project: Project) -> None:
    model = recorded(project.home / "script.json", reply("It adds."))
    project.architect("run", "explain it", "--agent", "explain", "--model", model)
    [journal] = project.journals
    journal.write_text(journal.read_text().replace('"agent":"explain"', '"agent":"resume"'))

    resumed = project.architect("resume", journal.stem, "and why?", "--model", model)

    assert resumed.code == 0
    started = [line for line in journal.read_text().splitlines() if '"run.started"' in line]
    agents = [json.loads(line)["event"]["agent"] for line in started]
    assert agents == ["resume", "explain"]
