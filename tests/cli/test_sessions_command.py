"""`architect sessions` with its commands: search, rename, export, delete."""

import json
from typing import Any

from tests.support.command import Project


def session_of(project: Project, prompt: str, *replies: dict[str, Any]) -> str:
    """The id of a session of one run, which is over."""
    project.write("script.json", json.dumps({"schema_version": 1, "replies": replies}))
    options = ("--model", "recorded/script.json", "--mode", "yolo", "--json")
    finished = project.architect("run", prompt, *options)
    assert finished.code == 0, finished.stderr
    return finished.document["session_id"]


def test_sessions_are_searched_renamed_exported_and_deleted(project: Project) -> None:
    parser = session_of(project, "Fix the parser", {"text": "The umlauts work."})
    docs = session_of(project, "Write docs", {"text": "Done."})
    assert [line.split()[:2] for line in project.architect("sessions").text.splitlines()] == [
        ["1", docs],
        ["2", parser],
    ]
    found = project.architect("sessions", "--search", "UMLAUTS parser")
    assert (found.code, found.text.split()[:2]) == (0, ["2", parser])
    nothing = project.architect("sessions", "--search", "nowhere")
    assert (nothing.text, "no session with 'nowhere'" in nothing.stderr) == ("", True)
    renamed = project.architect("sessions", "rename", parser, "My \x1b[31m\nparser")
    assert renamed.text == f"{parser} is called 'My \\x1b[31m parser' now\n"
    assert "build: My \\x1b[31m parser" in project.architect("sessions", "--limit", "2").text
    page = project.architect("sessions", "export", parser)
    assert "# My \\x1b[31m parser" in page.text and "The umlauts work." in page.text
    written = project.architect("sessions", "export", parser, "--format", "json", "-o", ".")
    file = project.folder / written.text.strip().removeprefix("wrote ")
    assert json.loads(file.read_text())["session_id"] == parser
    again = project.architect("sessions", "export", parser, "--format", "json", "-o", file.name)
    assert (again.code, "is there already" in again.stderr) == (3, True)
    assert project.architect("sessions", "delete", parser).text == f"deleted {parser}\n"
    assert not [*(project.folder / ".architect/sessions").glob(f"{parser}*")]
    gone = project.architect("sessions", "delete", parser)
    assert (gone.code, "there is no session" in gone.stderr) == (3, True)
    assert project.architect("resume", parser, "more").code == 3


def test_a_fork_goes_on_from_a_run_and_files_go_back_with_it(project: Project) -> None:
    edit = {"name": "write_file", "arguments": {"path": "n.txt", "content": "n\n"}}
    session = session_of(project, "First", {"text": "", "calls": [edit]}, {"text": "Done."})
    forked = project.architect("fork")
    fork = forked.text.splitlines()[0]
    assert (forked.code, fork != session) == (0, True)
    titles = [each["title"] for each in json.loads(project.architect("sessions", "--json").stdout)]
    assert titles == ["First (fork)", "First"]
    assert "nothing to undo" in project.architect("undo", fork).text
    refused = project.architect("undo", f"{fork}.1")
    assert (refused.code, f"undo '{session}.1'" in refused.stderr) == (3, True)
    page = project.architect("transcript", fork).text
    assert page == project.architect("transcript", session).text
    back = project.architect("fork", session, "--run", "1", "--before", "--restore-files", "--json")
    assert (back.document["session_id"], back.document["prompt"]) == (None, "First")
    assert back.document["restored"]["reverted"] == ["n.txt"]
    assert not (project.folder / "n.txt").exists()
    assert project.architect("fork", session, "--run", "7").code == 3
