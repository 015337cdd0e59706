"""The chat of the plugin with the real server: conversations as a user has them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.e2e.nvim.talk import PATIENCE_S, Talk
from tests.support.neovim import Neovim, neovim
from tests.support.processes import daemons_below
from tests.support.provider_server import ProviderServer, Reply
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.until import until

TEXT = "a = 1\nb = 2\nc = 3\n"
READ = call("read_file", path="one.py")
EDIT_B = call("edit_file", path="one.py", old_str="b = 2\n", new_str="b = 22\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "one.py").write_bytes(TEXT.encode())
    return folder


@pytest.fixture
def editor(tmp_path: Path, project: Path) -> Iterator[Neovim]:
    environ = {"OPENAI_API_KEY": ""}
    with neovim(tmp_path / "home", folder=project, environ=environ) as found:
        yield found


def test_from_the_first_message_to_the_change_and_the_next_message(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    script = (reply("I **look**.", READ), reply("", EDIT_B), reply("Done: `b` is 22."))
    model = recorded(tmp_path / "m.json", *script)
    talk = Talk(editor, project, model)
    talk.types("double b<CR>please<C-s>")
    shown = talk.shows("Done: `b` is 22.")
    talk.is_idle()
    assert "## You\ndouble b\nplease\n" in shown
    assert "I **look**.\n" in shown
    assert "• edit_file one.py (+1 -1) · ok" in shown
    assert editor.text(talk.one) == "a = 1\nb = 22\nc = 3"
    again = recorded(tmp_path / "again.json", reply("I remember."))
    editor.command(f"Architect model {again}")
    talk.types("and what was it?<C-s>")
    shown = talk.shows("I remember.")
    assert shown.index("Done: `b` is 22.") < shown.index("and what was it?")
    talk.is_idle()
    editor.command("Architect stop")
    until(lambda: not daemons_below(editor.pid), "the end of the server", PATIENCE_S)
    editor.command("Architect undo")  # in the chat, of what is not saved in another buffer
    editor.says("undid changes in 1 file")
    assert editor.text(talk.one) == "a = 1\nb = 2\nc = 3"


def test_a_model_at_an_address_that_is_typed_answers(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    talk = Talk(editor, project, recorded(tmp_path / "m.json", reply("As configured.")))
    listed = {"object": "list", "data": [{"id": "qwen3", "object": "model"}]}
    with ProviderServer([Reply("From the address.")], pages={"/v1/models": listed}) as server:
        editor.command("Architect chat")
        editor.will_reply(3, f"{server.url}/v1", 1)
        editor.command("Architect model")
        editor.says("until you leave Neovim")
        talk.types("hello<C-s>")
        talk.shows("From the address.")
        talk.is_idle()
        assert server.requests[0].body["model"] == "qwen3"
    editor.command("Architect model default")
    talk.types("and now?<C-s>")
    talk.shows("As configured.")
    talk.is_idle()


def test_a_message_in_the_middle_is_read_and_shown_where_it_was_read(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    gate = Gate(project / "gate")
    script = (reply("I wait.", gate.wait), reply("With tabs, then."))
    talk = Talk(editor, project, recorded(tmp_path / "m.json", *script))
    talk.types("go<C-s>")
    talk.shows("• run_command cat gate")
    talk.types("use tabs<C-s>")
    talk.shows("## You · queued: the model reads it after this step\nuse tabs")
    gate.open()
    shown = talk.shows("With tabs, then.")
    talk.is_idle()
    assert "queued" not in talk.text()
    assert shown.index("## You\nuse tabs") < shown.index("With tabs, then.")


def test_a_conversation_goes_on_after_a_restart_of_the_editor(
    tmp_path: Path, project: Path
) -> None:
    first = recorded(tmp_path / "1.json", reply("", READ), reply("", EDIT_B), reply("It is 22."))
    with neovim(tmp_path / "home", folder=project) as editor:
        talk = Talk(editor, project, first)
        talk.types("double b<C-s>")
        talk.shows("It is 22.")
        talk.is_idle()
        editor.command("Architect undo")
        way_back = editor.says("to revert: ").split("to revert: :")[1]
        talk.shows("\nYou undid the changes in one.py\n")
        editor.command(way_back)
        talk.shows("\nYou reverted a decision about the changes in one.py\n")
        talk.is_idle()
        editor.command("stopinsert")
        editor.command(f"drop {talk.one}")
        editor.command("write")
    with neovim(tmp_path / "home", folder=project) as editor:
        talk = Talk(editor, project, recorded(tmp_path / "2.json", reply("Still 22.")))
        editor.will_reply(1, 1)
        editor.command("Architect sessions")
        talk.shows("It is 22.")
        talk.is_idle()
        shown = talk.text()
        assert "## You\ndouble b\n" in shown
        assert "• edit_file one.py (+1 -1) · ok" in shown
        undone = (
            "You undid the changes in one.py\nYou reverted a decision about the changes in one.py"
        )
        assert shown.index("It is 22.") < shown.index(undone)
        talk.types("and now?<C-s>")
        shown = talk.shows("Still 22.")
        talk.is_idle()
        assert shown.index("It is 22.") < shown.index("## You\nand now?")
        editor.command("Architect undo")
        editor.says("undid changes in 1 file")
        assert editor.text(talk.one) == TEXT.rstrip("\n")


def test_two_sessions_work_on_one_file_at_the_same_time(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    gate = Gate(project / "gate")
    edits = (reply("", READ), reply("", EDIT_B), reply("First done."))
    waiting = recorded(tmp_path / "1.json", reply("I wait.", gate.wait), *edits)
    edit = call("edit_file", path="one.py", old_str="c = 3\n", new_str="c = 33\n")
    other = recorded(tmp_path / "2.json", reply("", READ), reply("", edit), reply("Second done."))
    talk = Talk(editor, project, waiting)
    talk.types("the first<C-s>")
    talk.shows("• run_command cat gate")
    editor.command(f"Architect new ++model={other} the second")
    talk.shows("Second done.", 2)
    gate.open()
    talk.shows("First done.")
    talk.is_idle()
    assert "the second" not in talk.text(1)
    assert editor.text(talk.one) == "a = 1\nb = 22\nc = 33"


def test_a_question_takes_no_key_of_somebody_who_types(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    command = call("run_command", command="python3 one.py")
    model = recorded(tmp_path / "m.json", reply("I run it.", command), reply("Denied, then."))
    talk = Talk(editor, project, model)
    editor.command("Architect chat go")
    until(lambda: "python3 one.py" in editor.float_text(), "the question", PATIENCE_S)
    talk.shows("waiting for your answer\n(:Architect answer)")
    talk.types("ynrape<Esc>yyyy")
    until(lambda: editor.buffer_text("architect://input/1") == "ynrape", "the text", PATIENCE_S)
    assert not editor.in_float()
    assert "python3 one.py" in editor.float_text()
    editor.command("Architect answer")
    until(editor.is_asking, "the question", PATIENCE_S)
    editor.keys("n")
    talk.shows("• denied by you: run_command python3 one.py")
    talk.shows("Denied, then.")
    talk.is_idle()


def test_a_key_that_is_missing_is_told_in_the_chat_with_what_helps(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    talk = Talk(editor, project, "gpt-4.1")
    editor.command("Architect chat")
    shown = talk.shows("no key for 'gpt-4.1'")
    assert ":Architect model chooses another" in shown
    other = recorded(tmp_path / "m.json", reply("Here I am."))
    editor.command(f"Architect model {other}")
    talk.types("hello<C-s>")
    talk.shows("Here I am.")
    talk.is_idle()


def test_a_message_is_edited_and_sent_again_after_its_files_went_back(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    script = (reply("", READ), reply("", EDIT_B), reply("It is 22."))
    talk = Talk(editor, project, recorded(tmp_path / "1.json", *script))
    talk.types("double b<C-s>")
    talk.shows("It is 22.")
    talk.is_idle()
    assert editor.text(talk.one) == "a = 1\nb = 22\nc = 3"
    edit = call("edit_file", path="one.py", old_str="b = 2\n", new_str="b = 3\n")
    other = recorded(tmp_path / "2.json", reply("", READ), reply("", edit), reply("It is 3."))
    editor.command(f"Architect model {other}")
    editor.will_reply(1)
    editor.command("Architect edit")
    editor.says("restored 1 file")
    until(
        lambda: editor.buffer_text("architect://input/2") == "double b", "the message", PATIENCE_S
    )
    assert editor.text(talk.one) == TEXT.rstrip("\n")
    talk.types(" or add one<C-s>")
    talk.shows("It is 3.", 2)
    talk.is_idle()
    assert "## You\ndouble b or add one\n" in talk.text(2)
    assert editor.text(talk.one) == "a = 1\nb = 3\nc = 3"


def test_a_fork_has_the_conversation_and_goes_its_own_way(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    talk = Talk(editor, project, recorded(tmp_path / "1.json", reply("It is two.")))
    talk.types("what is b?<C-s>")
    talk.shows("It is two.")
    talk.is_idle()
    editor.command(f"Architect model {recorded(tmp_path / '2.json', reply('In the fork.'))}")
    editor.command("Architect fork")
    talk.shows("It is two.", 2)
    talk.is_idle()
    talk.types("and here?<C-s>")
    talk.shows("In the fork.", 2)
    talk.is_idle()
    assert "and here?" not in talk.text(1)


def test_a_closed_port_is_told_in_the_chat_with_what_helps_and_the_message_sent_again(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    talk = Talk(editor, project, "ollama/qwen3")
    closed = {"llm": {"model": "ollama/qwen3", "api_base": "http://127.0.0.1:9", "retries": 1}}
    editor.lua("require('architect.config').options.config = ...", closed)
    editor.command("Architect restart")
    talk.types("hello<C-s>")
    shown = talk.shows("what helps: correct config.llm.api_base in setup({ ... })")
    assert shown.count("Nothing answers at http://127.0.0.1:9") == 1
    talk.is_idle()
    other = recorded(tmp_path / "m.json", reply("Here I am."))
    editor.command(f"Architect model {other}")
    editor.command("Architect retry")
    shown = talk.shows("Here I am.")
    talk.is_idle()
    assert shown.count("## You\nhello\n") == 2
