"""What one types in a conversation: completions, and each command that no other test types."""

import json
import os

from tests.cli.chat.talking import WELCOME, of_type, talking
from tests.cli.talk import COMPATIBLE, command_call, provider_environment, write_call
from tests.support.chat_screen import CTRL_D, ENTER, TAB, ChatScreen, chat_screen
from tests.support.command import Project
from tests.support.long_job import SUMMARY
from tests.support.provider_server import Call, ProviderServer, Reply
from tests.support.repository import commit_all

CLEAR = "\x15"
"""Ctrl+U."""

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


def completed(screen: ChatScreen, typed: str, expected: str) -> None:
    """Type it and Tab, look what stands in the input then, and clear it."""
    screen.type(typed + TAB)
    screen.has_typed(expected)
    screen.type(CLEAR)
    screen.has_typed("")


def test_tab_completes_commands_and_what_may_be_named(project: Project) -> None:
    project.write(".env", "TOKEN=abcdefgh12345678\n")
    project.write(".gitignore", "hidden.txt\n")
    commit_all(project.folder)
    project.write("hidden.txt", "no\n")
    project.write("src/other.txt", "yes\n")
    servers = json.dumps({"python": ["sh"]})
    with talking(project, [Reply("Read.")], ARCHITECT__LSP__SERVERS=servers) as (screen, server):
        completed(screen, "/expl", "/explain")
        completed(screen, "/mode pl", "/mode plan")
        completed(screen, "see @di", "see @diff")
        completed(screen, "@prob", "@problems")
        completed(screen, "see @oth", "see @src/other.txt")
        completed(screen, "@.en", "@.en")
        completed(screen, "@hidd", "@hidd")
        completed(screen, "@termi", "@termi")
        screen.say("!echo out")
        screen.shows("with the next message: $ echo out")
        completed(screen, "@termi", "@terminal")
        completed(screen, "!cat @oth", "!cat @oth")
        screen.type("read @a.t" + TAB)
        screen.has_typed("read @a.txt")
        screen.type(ENTER + ENTER)
        screen.shows("+ $ echo out, 1 line")
        screen.shows("Read.")
        screen.shows("Done")
        asked = json.dumps(server.requests[-1].body)
    assert "<file from='a.txt'>" in asked and "abcdefgh" not in asked
    [started] = of_type(project, "run.started")
    assert [each["name"] for each in started["attached"]] == ["$ echo out", "a.txt"]


def test_architect_alone_is_a_conversation_with_context_agents_titles_and_a_file_of_it(
    project: Project,
) -> None:
    with ProviderServer([Reply("It is a list.")]) as server:
        own = {
            "ARCHITECT__LLM__MODEL": COMPATIBLE.model,
            "ARCHITECT__LLM__API_BASE": f"{server.url}{COMPATIBLE.path}",
        }
        settings = provider_environment() | own
        with chat_screen(project, environment=settings, command=()) as screen:
            screen.shows(WELCOME)
            screen.say("/context")
            screen.shows("a new session begins with:")
            screen.shows("agent build")
            screen.shows("tokens")
            screen.say("/agent")
            screen.shows("plan: ")
            screen.say("/agent nobody")
            screen.shows("nobody")
            screen.type(CLEAR)
            screen.say("/agent explain")
            screen.shows("agent: explain, from the next message on")
            screen.say("what is a.txt?")
            screen.shows("It is a list.")
            screen.shows("ask · explain")
            screen.say("/context")
            screen.shows("% of what the model can read is used")
            screen.say("/rename Buy milk")
            screen.shows("the session is called: Buy milk")
            screen.say("/export out.md")
            screen.shows("out.md")
            screen.until(lambda _: (project.folder / "out.md").exists(), "the file")
            screen.type(CTRL_D)
            assert screen.end() == 0
    page = project.read("out.md")
    assert "Buy milk" in page and "It is a list." in page
    assert "Buy milk" in project.architect("sessions").text
    assert [event["agent"] for event in of_type(project, "run.started")] == ["explain"]


def test_what_was_done_is_undone_in_another_process_and_done_anew_before_a_message(
    project: Project,
) -> None:
    first = [Reply(calls=[write_call("one.txt", call_id="1")]), Reply("First.")]
    second = [Reply(calls=[write_call("two.txt", call_id="2")]), Reply("Second.")]
    with talking(project, [*first, *second], "--mode", "edit") as (screen, _):
        screen.say("write one")
        screen.shows("Done")
        screen.say("write two")
        screen.shows("Done", times=2)
        screen.type(CTRL_D)
        assert screen.end() == 0
    more = [Reply("As you like."), Reply("1. Look."), Reply("Looked.")]
    with talking(project, more, "--mode", "edit", "--resume") as (screen, server):
        screen.shows("you: write two")
        screen.say("/undo")
        screen.shows("to redo: /undo")
        assert (files(project, "one.txt"), files(project, "two.txt")) == (True, False)
        screen.say("/fork 1")
        screen.shows("you are in the fork")
        screen.say("/edit files")
        screen.has_typed("write one")
        assert not files(project, "one.txt")
        screen.say(" again")
        screen.shows("As you like.")
        screen.shows("Done")
        assert "First." not in str(server.requests[-1].body["messages"])
        screen.say("/plan it")
        screen.shows("`do it` carries the plan out")
        screen.say("/do slowly")
        screen.shows("Looked.")
        screen.shows("Done", times=3)
        assert "Carry out the plan. slowly" in str(server.requests[-1].body["messages"])


def files(project: Project, name: str) -> bool:
    return (project.folder / name).exists()


def test_a_long_conversation_is_summed_up_and_long_output_disturbs_no_one(
    project: Project,
) -> None:
    project.write("long.txt", "".join(f"line {number} of the file\n" for number in range(900)))
    pages = [{"path": "long.txt", "offset": 1 + 90 * n, "limit": 80} for n in range(9)]
    reads = [
        Reply(calls=[Call("read_file", json.dumps(page), f"c{n}")]) for n, page in enumerate(pages)
    ]
    prints = Reply(calls=[command_call("seq 10000; cat gate", call_id="c10")])
    with talking(project, [*reads, prints, Reply("All read."), Reply(SUMMARY)]) as (screen, server):
        os.mkfifo(project.folder / "gate")
        screen.say("look around")
        screen.shows("run_command seq 10000; cat gate")
        screen.type("while it prints")
        screen.has_typed("while it prints")
        (project.folder / "gate").write_text("")
        screen.shows("All read.")
        screen.shows("Done")
        screen.has_typed("while it prints")
        screen.type(CLEAR)
        screen.say("/compact the ends of lines")
        screen.shows("context: ")
        screen.shows("Done", times=2)
        assert "the ends of lines" in str(server.requests[-1].body["messages"])
    assert [event["summary"] for event in of_type(project, "context.compacted")] == [SUMMARY]


def test_two_conversations_in_one_folder_know_nothing_of_each_other(project: Project) -> None:
    one = [Reply(calls=[write_call("one.txt")]), Reply("One.")]
    two = [Reply(calls=[write_call("two.txt")]), Reply("Two.")]
    with talking(project, one) as (left, _), talking(project, two) as (right, _):
        left.say("write one")
        left.asks()
        right.say("write two")
        right.asks()
        right.say("y")
        right.shows("Two.")
        right.shows("Done")
        assert "one.txt" not in right.text
        left.say("y")
        left.shows("One.")
        left.shows("Done")
        left.say("/undo")
        left.shows("to redo: /undo")
        left.say("/sessions")
        left.shows("write two")
    assert (files(project, "one.txt"), files(project, "two.txt")) == (False, True)
    assert len(project.journals) == 2


def test_a_model_without_eyes_gets_no_image_and_the_message_comes_back(project: Project) -> None:
    (project.folder / "dot.png").write_bytes(PNG)
    model = ("--model", "openai/gpt-3.5-turbo")
    with chat_screen(project, *model, environment=provider_environment()) as screen:
        screen.shows(WELCOME)
        screen.say("/image dot.png")
        screen.shows("with the next message: dot.png, 28 bytes")
        screen.say("what is it?")
        screen.shows("takes no images: choose one that does")
        screen.has_typed("what is it?")
