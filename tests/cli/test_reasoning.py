"""What the model thinks: seen by who watches, never taken for what it says."""

import json

from tests.support.command import Finished, Project

THOUGHT = "alpha needs\na second look"
SCRIPT = {
    "schema_version": 1,
    "replies": [
        {"reasoning": THOUGHT, "calls": [{"name": "read_file", "arguments": {"path": "a.txt"}}]},
        {
            "reasoning": "enough",
            "text": "All is well.",
            "usage": {"input_tokens": 9, "output_tokens": 5, "reasoning_tokens": 3},
        },
    ],
}


def thinking_run(project: Project, *flags: str) -> Finished:
    project.write("script.json", json.dumps(SCRIPT))
    return project.architect("run", "look", "--model", "recorded/script.json", *flags)


def test_thoughts_are_shown_while_they_come_and_are_no_part_of_the_answer(project: Project) -> None:
    finished = thinking_run(project)
    assert "thinking\n  | alpha needs\n  | a second look\nstep 1 · " in finished.stderr
    assert "thinking\n  | enough\nAll is well.\n" in finished.stderr
    assert finished.text == "All is well.\n"


def test_scripts_read_thoughts_as_events_and_nobody_else_does(project: Project) -> None:
    finished = thinking_run(project, "--events", "--quiet")
    events = [line["event"] for line in finished.lines]
    thought = [event["text"] for event in events if event["type"] == "model.reasoning"]
    said = [event["text"] for event in events if event["type"] == "model.delta"]
    assert "".join(thought) == THOUGHT + "enough"
    assert "".join(said) == "All is well."
    assert finished.stderr == ""
    [journal] = project.journals
    again = project.architect("run", "look", "--model", f"recorded/{journal}", "--json")
    assert again.document["output"] == "All is well."
    assert "needs" not in again.text
    assert "  | alpha needs" in again.stderr
