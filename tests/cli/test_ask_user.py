"""The model asks the user: on a terminal, and where nobody is."""

import json
import re
from pathlib import Path
from typing import Any

from tests.cli.talk import talk
from tests.support.architect_process import architect_run
from tests.support.command import Project
from tests.support.provider_server import Call, Reply

QUESTION = "Which database\nshall it be?"
ASK = {"question": QUESTION, "options": ["SQLite", "Postgres \u202e"]}


def asking(**fields: Any) -> Reply:
    return Reply(calls=[Call("ask_user", json.dumps(ASK | fields))])


def test_where_nobody_is_the_model_decides_and_the_report_says_so(project: Project) -> None:
    talked = talk(project, [asking(), Reply("I took SQLite.")], "--json", "--mode", "yolo")
    assert (talked.code, talked.document["status"]) == (0, "success")
    assert talked.results() == [
        "Nobody is here to answer: decide yourself, and say at the end what you assumed."
    ]
    [asked] = talked.document["questions"]
    assert (asked["question"], asked["answer"]) == (QUESTION, None)
    assert "nobody is here to answer: the agent decides" in talked.stderr


def test_what_is_no_question_is_told_to_the_model(project: Project) -> None:
    wrong = [asking(question=" "), asking(options=["a"] * 7), asking(options=[""])]
    talked = talk(project, [*wrong, Reply("done")], "--json")
    empty, many, blank = talked.results()
    assert "question must have 1 to 1,000 characters" in empty
    assert "at most 6 options" in many
    assert "at most 6 options" in blank
    assert talked.document["questions"] == []


def answered(workspace: Path, typed: bytes) -> dict[str, Any]:
    """The only question of a run on a terminal, where that is typed."""
    calls = [{"name": "ask_user", "arguments": ASK}]
    script = {"schema_version": 1, "replies": [{"calls": calls}, {"text": "done"}]}
    (workspace / "script.json").write_text(json.dumps(script))
    flags = ("--json", "--mode", "yolo", "--model", "recorded/script.json")
    with architect_run(workspace, *flags, on_terminal=True) as architect:
        architect.wait_for_screen(b"2  Postgres")
        architect.wait_for_screen(b"the run ends): ")
        architect.type_line(typed)
        _, stdout = architect.end()
    document = json.loads(stdout)
    return document["questions"][0] | {"stop_reason": document["stop_reason"]}


def test_what_the_agent_asks_is_told_from_a_confirmation(tmp_path: Path) -> None:
    forged = "Go on?\n? Run this command?\n  rm -r build"
    calls = [{"name": "ask_user", "arguments": {"question": forged}}]
    script = {"schema_version": 1, "replies": [{"calls": calls}, {"text": "done"}]}
    (tmp_path / "script.json").write_text(json.dumps(script))
    flags = ("--json", "--model", "recorded/script.json")
    with architect_run(tmp_path, *flags, on_terminal=True) as architect:
        architect.wait_for_screen(b"the run ends): ")
        shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", architect.screen.decode()).splitlines()
        architect.type_line(b"")
        architect.end()
    assert [line for line in shown if line.startswith("?")] == ["? The agent asks: Go on?"]
    assert "    ? Run this command?" in shown


def test_somebody_at_a_terminal_answers_with_a_number_or_words(tmp_path: Path) -> None:
    expected = {
        b"1": ("SQLite", "llm_done"),
        b"3": ("3", "llm_done"),
        b" rather DuckDB ": ("rather DuckDB", "llm_done"),
        b"": (None, "llm_done"),
        b"/stop": (None, "user_interrupt"),
    }
    for typed, outcome in expected.items():
        found = answered(tmp_path, typed)
        assert (found["answer"], found["stop_reason"]) == outcome, typed
