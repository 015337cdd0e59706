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
    assert [line.split()[0] for line in project.architect("sessions").text.splitlines()] == [
        docs,
        parser,
    ]
    found = project.architect("sessions", "--search", "UMLAUTS parser")
    assert (found.code, found.text.split()[0]) == (0, parser)
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
