"""What waits in a chat outlives Neovim, with the real server."""

from pathlib import Path

from tests.e2e.nvim.talk import PATIENCE_S, Talk
from tests.support.neovim import Neovim, neovim
from tests.support.processes import daemons_below, is_alive
from tests.support.recorded_model import Gate, recorded, reply
from tests.support.until import until

INPUT = "architect://input/1"
AT_END = """
local row, column = unpack(vim.api.nvim_win_get_cursor(0))
return vim.fn.mode() == 'i' and row == vim.fn.line('$') and column == #vim.fn.getline('.')
"""


def kept_in(home: Path) -> dict[Path, str]:
    """The files in which it is kept, without those that are being written."""
    folder = home / "state" / "nvim" / "architect" / "unsent"
    found = folder.glob("*[0-9]") if folder.is_dir() else ()
    return {path: path.read_text() for path in found}


def is_in_input(editor: Neovim, text: str) -> None:
    until(lambda: editor.buffer_text(INPUT) == text, f"{text!r} in the input", PATIENCE_S)


def test_what_waits_and_what_is_written_is_in_the_input_after_a_kill(
    tmp_path: Path, project: Path
) -> None:
    home = tmp_path / "home"
    gates = [Gate(project / "first"), Gate(project / "second")]
    waits = [reply("I wait.", gate.wait) for gate in gates]
    model = recorded(tmp_path / "1.json", *waits, reply("Never said."))
    with neovim(home, folder=project) as editor:
        talk = Talk(editor, project, model)
        talk.types("go<C-s>")
        talk.shows("• run_command cat first")
        talk.types("use tabs<C-s>")
        gates[0].open()
        talk.shows("• run_command cat second")
        editor.command("stopinsert")
        editor.command(f"drop {talk.one}")
        editor.command("2,3Architect attach")
        talk.types("and the header<C-s>")
        talk.shows("and the header")
        talk.types("one <lt>more<CR>thing")
        until(
            lambda: any(
                "thing" in text and "use tabs" not in text for text in kept_in(home).values()
            ),
            "the draft, and what waits alone",
        )
        path, content = next(iter(kept_in(home).items()))
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        with neovim(home, folder=project) as beside:
            other = Talk(beside, project, model)
            other.opens_newest_session()
            other.shows("I wait.")
            assert beside.buffer_text(INPUT) == ""
        assert kept_in(home)[path] == content
        server = daemons_below(editor.pid)
        editor.kill()
    until(lambda: not any(map(is_alive, server)), "its end", PATIENCE_S)
    with neovim(home, folder=project) as editor:
        talk = Talk(editor, project, recorded(tmp_path / "2.json", reply("With a header.")))
        talk.opens_newest_session()
        is_in_input(editor, "and the header\none <more\nthing")
        until(lambda: editor.lua(AT_END), "Insert mode behind the draft")
        editor.says("Neovim was gone before your last message was read; it is in the input again")
        assert talk.text().count("use tabs") == 1
        assert path not in kept_in(home)
        talk.types("<Esc><CR>")
        shown = talk.shows("With a header.")
        assert "attached: selection one.py:2-3 (2 lines, 12 bytes)" in shown
        talk.is_idle()
        until(lambda: kept_in(home) == {}, "that nothing is kept any more")


def test_a_first_message_that_was_never_sent_is_in_the_next_new_chat(
    tmp_path: Path, project: Path
) -> None:
    home = tmp_path / "home"
    model = recorded(tmp_path / "m.json", reply("Gladly."))
    with neovim(home, folder=project) as editor:
        Talk(editor, project, model).types("split it")
        until(lambda: any("split it" in text for text in kept_in(home).values()), "the draft")
        editor.kill()
    with neovim(home, folder=project) as editor:
        talk = Talk(editor, project, model)
        editor.command("Architect chat")
        is_in_input(editor, "split it")
        talk.types("<C-s>")
        talk.shows("Gladly.")
        talk.is_idle()
        until(lambda: kept_in(home) == {}, "that nothing is kept any more")
