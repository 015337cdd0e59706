"""What a run takes over from the one before it in its session."""

from typing import Any

from tests.support.command import Finished, Project
from tests.support.recorded_model import call, recorded, reply

YOLO = ("--mode", "yolo", "--json")
WRITE = call("write_file", path="new.py", content="x = 1\n")


def go(project: Project, what: str, *replies: dict[str, Any], flags: tuple[str, ...]) -> Finished:
    model = recorded(project.home / "script.json", *replies)
    return project.architect(what, *flags, "--model", model, *YOLO)


def gone_on(project: Project, begun: Finished, *replies: dict[str, Any]) -> Finished:
    return go(project, "resume", *replies, flags=(begun.document["session_id"],))


def test_what_was_not_tested_is_not_done_because_the_session_went_on(project: Project) -> None:
    project.write(".architect.yaml", "guardrails: {require_test_after_edit: true}\n")
    begun = go(project, "run", reply("", WRITE), reply(""), flags=("go", "--max-steps", "1"))
    assert begun.document["status"] == "partial"

    lazy = gone_on(project, begun, *[reply("done")] * 4)
    assert (lazy.code, lazy.document["status"]) == (2, "partial")
    assert "no tests were run since new.py changed" in lazy.document["output"]

    tests = call("run_command", command="python3 -m unittest new")
    tested = gone_on(project, begun, reply("", tests), reply("done"))
    assert (tested.code, tested.document["status"]) == (0, "success")


def test_ids_of_calls_may_come_again_in_the_next_run(project: Project) -> None:
    numbered = call("list_files") | {"id": "call_0"}
    begun = go(project, "run", reply("", numbered), reply("done"), flags=("go",))
    # The model that plays the script refuses a conversation in which an id stands twice.
    finished = gone_on(project, begun, reply("", numbered), reply("done again"))
    assert (finished.code, finished.document["output"]) == (0, "done again")


def test_a_session_whose_runs_have_impossible_ids_is_damaged_and_no_bug(project: Project) -> None:
    begun = go(project, "run", reply("done"), flags=("go",))
    session = begun.document["session_id"]
    journal = f".architect/sessions/{session}.jsonl"
    for run_id in ("nodot", f"{session}.x", f"{session}.{'9' * 5000}"):
        text = project.read(journal).replace(f'"run_id":"{session}.1"', f'"run_id":"{run_id}"')
        copy = "20260101-000000-abcdef"
        project.write(f".architect/sessions/{copy}.jsonl", text)
        resumed = go(project, "resume", reply("more"), flags=(copy,))
        assert resumed.code != 0
        assert "line 1 is not a record: run_id" in resumed.stdout.decode() + resumed.stderr
