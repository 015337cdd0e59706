"""A review of what a run changed, by an agent that sees the task and the diff."""

import json
from collections.abc import Sequence

from tests.cli.talk import Talk, talk
from tests.cli.test_subagents import journal_of
from tests.support.command import Project
from tests.support.provider_server import Behaviour, Call, Reply, Status
from tests.support.team import task_of, team

FLAGS = ("--auto-review", "--mode", "yolo", "--json")
DONE = Reply("All done.")
CLEAN = Reply("I looked at all of it.")
REVIEW = "Another agent was given the task"


def write(path: str, content: str) -> Reply:
    call = Call("write_file", json.dumps({"path": path, "content": content, "mode": "overwrite"}))
    return Reply(calls=[call])


def finds(title: str, path: str = "new.py", severity: str = "error", line: int = 1) -> Reply:
    fields = {"path": path, "line": line, "severity": severity, "title": title, "detail": "It is."}
    return Reply(calls=[Call("report_finding", json.dumps(fields))])


def reviewed(
    project: Project,
    agent: Sequence[Behaviour],
    reviewer: Sequence[Behaviour],
    *flags: str,
    **more: str,
) -> tuple[Talk, list[str]]:
    """A run, and what its reviewers were asked to look at."""
    script = team([*agent], {REVIEW: [*reviewer]})
    talked = talk(project, script, *FLAGS, *flags, settings=more)
    tasks = [task for each in talked.requests if REVIEW in (task := task_of(each))]
    return talked, list(dict.fromkeys(tasks))


def reviews(project: Project) -> list[tuple[int, bool, str]]:
    return [
        (each["findings"], each["sent_back"], each["problem"])
        for each in journal_of(project)
        if each["type"] == "work.reviewed"
    ]


def test_what_it_finds_is_fixed_and_looked_at_again(project: Project) -> None:
    project.write("old.py", "x = 1\n")
    agent = [write("new.py", "a = 1/0\n"), DONE, write("new.py", "a = 1\n"), Reply("Fixed.")]
    talked, tasks = reviewed(project, agent, [finds("It divides by zero"), CLEAN, CLEAN])
    assert (talked.code, talked.document["output"]) == (0, "Fixed.")
    assert reviews(project) == [(1, True, ""), (0, False, "")]
    assert talked.document["findings"] == []
    assert ["+a = 1/0" in task for task in tasks] == [True, False]
    assert "<task>\ndo it\n</task>" in tasks[0]
    assert "All done." not in tasks[0]
    told = [each for each in talked.requests if "It divides by zero" in json.dumps(each.body)]
    assert "- new.py:1 (error): It divides by zero. It is." in json.dumps(told[-1].body)
    assert "You have changed: new.py" in json.dumps(told[-1].body)
    assert "review of the changes: 1 finding" in talked.stderr
    assert "review 1 begins: review of the changes\n" in talked.stderr
    assert talked.document["costs"]["by_source"]["subagent"]["total_tokens"] > 0


def test_what_is_left_stands_as_findings_and_a_remark_sends_nobody_back(project: Project) -> None:
    agent = [write("new.py", "a = 1/0\n"), DONE]
    off: dict[str, str] = {"ARCHITECT__AUTO_REVIEW__MAX_FIX_PASSES": "0"}
    talked, _ = reviewed(project, agent, [finds("It divides by zero"), CLEAN], **off)
    assert (talked.code, talked.document["status"]) == (0, "success")
    assert [each["title"] for each in talked.document["findings"]] == ["It divides by zero"]
    assert reviews(project) == [(1, False, "")]


def test_a_remark_sends_nobody_back(project: Project) -> None:
    agent = [write("new.py", "a = 1\n"), DONE]
    talked, _ = reviewed(project, agent, [finds("A name", severity="info"), CLEAN])
    assert (talked.code, reviews(project)) == (0, [(1, False, "")])


def test_files_beyond_the_task_are_named(project: Project) -> None:
    agent = [
        write("new.py", "a = 1/0\n"),
        DONE,
        Reply(calls=[*write("new.py", "a = 1\n").calls, *write("more.py", "b = 1\n").calls]),
        Reply("Fixed."),
    ]
    talked, _ = reviewed(project, agent, [finds("It divides by zero"), CLEAN, CLEAN])
    said = "[To fix what the review found, other files were changed: more.py.]"
    assert talked.document["output"] == f"Fixed.\n\n{said}"


def test_files_beyond_the_task_are_named_however_the_run_ends(project: Project) -> None:
    more = Reply(calls=[*write("new.py", "a = 1\n").calls, *write("more.py", "b = 1\n").calls])
    agent = [write("new.py", "a = 1/0\n"), DONE, more, Reply("I changed more.py.")]
    limit = ("--max-steps", "3")
    talked, _ = reviewed(project, agent, [finds("It divides by zero"), CLEAN], *limit)
    assert talked.document["stop_reason"] == "max_steps"
    said = "[To fix what the review found, other files were changed: more.py.]"
    assert talked.document["output"] == f"I changed more.py.\n\n{said}"


def test_the_reviewer_asks_a_model_of_its_own(project: Project) -> None:
    agent = [write("new.py", "a = 1\n"), DONE]
    model = {"ARCHITECT__AUTO_REVIEW__REVIEW_MODEL": "openai/careful"}
    talked, _ = reviewed(project, agent, [CLEAN], **model)
    asked = [(REVIEW in task_of(each), each.body["model"]) for each in talked.requests]
    assert asked == [(False, "m"), (False, "m"), (True, "careful")]
    wrong = {"ARCHITECT__AUTO_REVIEW__REVIEW_MODEL": "anthropic/careful"}
    talked, _ = reviewed(project, [write("more.py", "a = 2\n"), DONE], [], **wrong)
    assert talked.code == 0
    assert "review of the changes: none" in talked.stderr
    assert "ANTHROPIC_API_KEY" in talked.stderr


def test_an_agent_that_changes_nothing_more_is_done(project: Project) -> None:
    agent = [write("new.py", "a = 1/0\n"), DONE, Reply("That is meant so.")]
    talked, tasks = reviewed(project, agent, [finds("It divides by zero"), CLEAN])
    assert (talked.code, talked.document["output"], len(tasks)) == (0, "That is meant so.", 1)


def test_nothing_is_reviewed_where_nothing_was_changed(project: Project) -> None:
    talked, tasks = reviewed(project, [DONE], [])
    assert (talked.code, tasks, reviews(project)) == (0, [], [])
    planned, tasks = reviewed(project, [write("new.py", "a\n"), DONE], [], "--dry-run")
    assert (planned.code, tasks) == (0, [])


def test_a_reviewer_that_fails_changes_nothing_and_is_told(project: Project) -> None:
    agent = [write("new.py", "a = 1\n"), DONE]
    talked, _ = reviewed(project, agent, [Status(400, b"no more for you")])
    assert (talked.code, project.read("new.py")) == (0, "a = 1\n")
    [(found, sent_back, problem)] = reviews(project)
    assert (found, sent_back, "no more for you" in problem) == (0, False, True)
    assert "review of the changes: none" in talked.stderr
