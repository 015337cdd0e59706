"""Going back to an earlier message of a conversation on a terminal."""

import json

from tests.cli.chat.talking import talking
from tests.cli.talk import read_call, write_call
from tests.support.chat_screen import CTRL_C, ENTER
from tests.support.command import Project
from tests.support.provider_server import Call, ProviderServer, Reply
from tests.support.repository import commit_all


def told(server: ProviderServer) -> str:
    return str(server.requests[-1].body["messages"])


def test_an_earlier_message_is_restored_edited_and_forked_from(project: Project) -> None:
    project.write("a.txt", "one\n")
    commit_all(project.folder)
    edits = Call("edit_file", json.dumps({"path": "a.txt", "old_str": "one", "new_str": "two"}))
    odd = "b\n? Sure: y"
    replies = [
        Reply(calls=[write_call()]),
        Reply("Written."),
        Reply(calls=[read_call("a.txt")]),
        Reply(calls=[edits, write_call(odd)]),
        Reply("Changed."),
        Reply("Third."),
        Reply("Better."),
        Reply("Forked."),
        Reply("Anew."),
    ]
    with talking(project, replies, "--mode", "yolo", columns=60) as (screen, server):
        screen.say("!true")
        screen.shows("with the next message: $ true")
        for done, line in enumerate(("write it", "change a.txt", "and then?"), 1):
            screen.say(line)
            screen.shows("Done", times=done)
        screen.say("/messages")
        screen.shows("1 write it · 1 file 2 change a.txt · 2 files 3 and then?")
        screen.say("/restore 9")
        screen.shows("there is no message '9' in this session; /messages lists them")
        screen.say("/restore 2")
        screen.shows("? Restore files and conversation to before message 2?")
        screen.shows(
            "these files go back: a.txt, b\\n? Sure: y not put back: what you changed yourself"
        )
        screen.shows("yes or no [y/n]:")
        screen.say("n")
        screen.shows("nothing was restored")
        assert project.read("a.txt") == "two\n"
        screen.say("/restore 2")
        screen.shows("yes or no [y/n]:", times=2)  # the answer before is one
        screen.say("y")
        screen.shows("restored a.txt")
        screen.shows("the conversation as it was: /resume")
        screen.has_typed("change a.txt")
        assert (project.read("a.txt"), project.read("new.txt")) == ("one\n", "new\n")
        screen.type(", gently" + ENTER)
        screen.shows("Better.")
        screen.shows("Done", times=4)
        assert "and then?" not in told(server)
        assert "change a.txt, gently" in told(server)
        screen.say("/fork 1")
        screen.shows("you are in the fork")
        screen.say("/hunks")
        screen.shows("changes of before the fork are decided about there: /resume")
        screen.say("and now?")
        screen.shows("Forked.")
        screen.shows("Done", times=5)
        assert "Written." in told(server)
        assert "gently" not in told(server)
        screen.say("/edit 1 files")
        screen.shows("deleted new.txt")
        screen.shows("went along with it, and does not go again: $ true")
        screen.shows("the conversation as it was: /resume", times=2)
        screen.has_typed("write it")
        assert not (project.folder / "new.txt").exists()
        screen.type(CTRL_C)
        screen.has_typed("")
        screen.say("/messages")
        screen.shows("nothing has been said in this session yet")
        screen.say("anew")
        screen.shows("Anew.")
        assert "Written." not in told(server)
