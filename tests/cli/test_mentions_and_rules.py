"""What a run is told of files that its task names, and of rules of the folders it comes to."""

import json
from typing import Any

from tests.support.command import Project
from tests.support.recorded_model import call, recorded, reply
from tests.support.repository import commit_all


def events(project: Project, kind: str) -> list[dict[str, Any]]:
    lines = project.journals[-1].read_text("utf-8").splitlines()
    found = [json.loads(line)["event"] for line in lines]
    return [event for event in found if event["type"] == kind]


def test_mentions_go_with_the_task_of_a_run_and_of_one_that_resumes_it(project: Project) -> None:
    project.write("a.txt", "alpha\nbeta\n")
    project.write(".env", "TOKEN=canary-90125\n")
    commit_all(project.folder)
    project.write("a.txt", "alpha\ngamma\n")
    model = recorded(project.home / "script.json", reply("done"))
    begun = project.architect(
        "run", "see @a.txt:2 and @.env, @a.tx, @problems", "--model", model, "--json"
    )
    assert begun.code == 0
    [started] = events(project, "run.started")
    assert "<file from='a.txt, line 2'>\ngamma\n</file>" in started["opening"]
    assert "canary" not in json.dumps(started)
    assert [event["mention"] for event in events(project, "mention.left_out")] == [
        "@.env",
        "@a.tx",
        "@problems",
    ]
    assert "not attached: @a.tx: there is no such file, did you mean 'a.txt'?" in begun.stderr
    session = begun.document["session_id"]
    project.architect("resume", session, "and @diff", "--model", model, "--json")
    assert "+gamma" in events(project, "run.started")[-1]["opening"]


def test_the_context_shows_them_as_parts(project: Project) -> None:
    project.write("a.txt", "alpha\x1b[2J\n")
    told = project.architect("context", "see @a.txt and @nowhere.txt", "--show").text
    assert "\nmention " in told
    assert "<file from='a.txt'>\nalpha\\x1b[2J\n</file>" in told
    assert "[@nowhere.txt is not attached: there is no such file" in told


def test_rules_of_a_folder_are_told_once_also_after_a_resume(project: Project) -> None:
    project.write("api/AGENTS.md", "Api rules.\n")
    project.write("api/a.py", "a\n")
    project.write("api/b.py", "b\n")
    reads = [call("read_file", path=f"api/{name}.py") for name in "ab"]
    flags = ("--json", "--mode", "yolo")
    model = recorded(project.home / "script.json", reply("", reads[0]), reply("done"))
    begun = project.architect("run", "go", "--model", model, *flags)
    again = recorded(project.home / "script2.json", reply("", reads[1]), reply("done"))
    project.architect("resume", begun.document["session_id"], "on", "--model", again, *flags)
    assert [event["path"] for event in events(project, "rules.told")] == ["api/AGENTS.md"]
    assert len(events(project, "run.finished")) == 2
