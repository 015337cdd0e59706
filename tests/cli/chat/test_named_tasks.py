"""Tasks that have a name, on a terminal: `/explain`, `/fix`, `/tests`."""

import json

from tests.cli.chat.talking import of_type, talking
from tests.support.chat_screen import CTRL_D, ENTER
from tests.support.command import Project
from tests.support.provider_server import Call, ProviderServer, Reply

FINDING = {
    "path": "a.txt",
    "line": 1,
    "severity": "error",
    "category": "bug",
    "title": "Greek",
    "detail": "It is not English.",
}


def told(server: ProviderServer) -> str:
    """The last message of the newest request."""
    return str(server.requests[-1].body["messages"][-1]["content"])


def test_code_is_explained_tested_and_fixed_by_name(project: Project) -> None:
    project.write("my notes.txt", "one\ntwo\n")
    found = Reply(calls=[Call("report_finding", json.dumps(FINDING), "1")])
    edit = {"path": "a.txt", "old_str": "alpha", "new_str": "first"}
    fixed = [Reply(calls=[Call("edit_file", json.dumps(edit), "2")]), Reply("Fixed it.")]
    words = [Reply("It is Greek."), Reply("Tested."), Reply("As you say."), found, Reply("One.")]
    with talking(project, [*words, *fixed], "--mode", "edit") as (screen, server):
        screen.say("/explain")
        screen.shows("say what is to be explained: /explain FILE:10-20, or in words")
        screen.say("/explain a.tx:1")
        screen.shows("there is no file 'a.tx', did you mean 'a.txt'?")
        screen.has_typed("/explain a.tx:1")
        screen.type("\x15/explain a.txt:1 and its letters" + ENTER)
        screen.shows("It is Greek.")
        screen.shows("Done")
        assert "Explain the selected code" in told(server)
        assert "What is meant: @a.txt:1 and its letters" in told(server)
        assert "<file from='a.txt, line 1'>\nalpha\n" in told(server)
        screen.say("/tests my notes.txt:2")
        screen.shows("Tested.")
        screen.shows("Done", times=2)
        assert "<file from='my notes.txt, line 2'>\ntwo\n" in told(server)
        screen.say("/fix @b.txt which is empty")
        screen.shows("As you say.")
        screen.shows("Done", times=3)
        assert "Find and fix what is wrong" in told(server)
        screen.say("/review a.txt")
        screen.shows("reviewed: 1 file")
        screen.shows("Done", times=4)
        screen.say("/fix a.txt")
        screen.shows("Fixed it.")
        screen.shows("Done", times=5)
        screen.say("/fix")
        screen.shows("say what is to be fixed: /fix FILE")
        screen.type(CTRL_D)
        assert screen.end() == 0
    assert "Greek" not in project.architect("fix", "--list").text
    assert project.architect("undo").text.startswith("restored a.txt\n")
    assert "Greek" in project.architect("fix", "--list").text
    started = of_type(project, "run.started")
    agents = ["explain", "build", "build", "review", "build", "undo"]
    assert [event["agent"] for event in started] == agents
    titles = [event["title"] for event in started]
    assert titles[0] == "Explain a.txt:1"
    assert titles[2] == "Fix: b.txt"
    assert titles[4] == "Fix: Greek"


def test_an_edit_brings_back_what_was_typed_and_names_only_what_does_not_come_again(
    project: Project,
) -> None:
    words = [Reply("It is Greek."), Reply("It is a letter."), Reply("Read.")]
    with talking(project, words) as (screen, server):
        screen.say("!true")
        screen.shows("with the next message: $ true")
        screen.say("/explain a.txt:1 and its letters")
        screen.shows("It is Greek.")
        screen.shows("Done")
        screen.say("/edit")
        screen.shows("went along with it, and does not go again: $ true")
        screen.has_typed("/explain a.txt:1 and its letters")
        screen.type(", slowly" + ENTER)
        screen.shows("It is a letter.")
        screen.shows("Done", times=2)
        assert "Explain the selected code" in told(server)
        assert "What is meant: @a.txt:1 and its letters, slowly" in told(server)
        screen.say("read @a.txt:1")
        screen.shows("Read.")
        screen.shows("Done", times=3)
        screen.say("/edit")
        screen.has_typed("read @a.txt:1")
        assert screen.text.count("went along") == 1
