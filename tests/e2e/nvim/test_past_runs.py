"""Neovim with the plugin, and the real server: what was done before Neovim was opened."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.support.neovim import Neovim, neovim
from tests.support.recorded_model import call, recorded, reply
from tests.support.repository import commit_all
from tests.support.until import until

SERVER = [sys.executable, "-m", "architect", "lsp"]
TEXT = "a = 1\nb = 2\n"


@contextmanager
def opened(home: Path, project: Path) -> Generator[Neovim]:
    """Neovim with the file open and the server ready."""
    with neovim(home, folder=project) as editor:
        editor.lua("require('architect').setup(...)", {"cmd": SERVER})
        editor.edit(project / "one.py")
        ready = "local c = require('architect.client').all()[1]; return c and c.initialized"
        until(lambda: editor.lua(ready), "the server")
        yield editor


def completed(editor: Neovim, typed: str) -> list[str]:
    return editor.lua("return vim.fn.getcompletion('Architect ' .. ..., 'cmdline')", typed)


def test_earlier_runs_are_completed_and_undone_by_run_by_session_and_by_default(
    tmp_path: Path,
) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    one = project / "one.py"
    one.write_bytes(TEXT.encode())
    for number, old in enumerate(("a = 1\n", "b = 2\n")):
        read = call("read_file", path="one.py")
        edit = call("edit_file", path="one.py", old_str=old, new_str=old.replace("=", "=="))
        model = recorded(tmp_path / f"{number}.json", reply("", read, edit), reply("Done."))
        with opened(tmp_path / "home", project) as editor:
            editor.command(f"Architect run ++model={model} do it")
            editor.says("Done, ")
            editor.command("write")

    with opened(tmp_path / "home", project) as editor:
        newest, oldest = until(lambda: completed(editor, "log "), "the runs on record")
        sessions = [run.partition(".")[0] for run in (newest, oldest)]
        assert completed(editor, "undo ") == [newest, oldest, *sessions]
        assert completed(editor, "run ++session=") == [f"++session={each}" for each in sessions]
        assert "++agent=plan" in completed(editor, "run ++agent=p")
        editor.command("Architect undo")
        editor.says(f"undid changes in 1 file; to revert: :Architect undo {sessions[0]}")
        assert editor.text(one) == "a == 1\nb = 2"
        editor.command(f"Architect undo {newest}")
        editor.says(f"nothing left to undo in {newest}")
        editor.command(f"Architect undo {sessions[1]}")
        until(lambda: editor.text(one) == "a = 1\nb = 2", "the undo of the session")
        editor.command("Architect undo")
        editor.says("no changes to undo")


def test_files_go_back_to_a_step_and_forward_again(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    one = project / "one.py"
    one.write_bytes(TEXT.encode())
    commit_all(project)
    first, second = (
        call("edit_file", path="one.py", old_str=old, new_str=old.replace("=", "=="))
        for old in ("a = 1\n", "b = 2\n")
    )
    read = call("read_file", path="one.py")
    replies = (reply("", read, first), reply("", second), reply("Done."))
    model = recorded(tmp_path / "replies.json", *replies)
    with opened(tmp_path / "home", project) as editor:
        editor.command(f"Architect run ++model={model} do it")
        editor.says("Done, ")
        editor.command("Architect rollback 1")
        editor.says("restored 1 file; to go forward: :Architect rollback ")
        assert editor.text(one) == "a == 1\nb = 2"
        editor.lua(
            """vim.ui.select = function(items, options, on_choice)
              vim.g.offered = vim.tbl_map(function(each) return each.why end, items)
              on_choice(items[#items])
            end"""
        )
        editor.command("Architect rollback")
        until(lambda: editor.text(one) == "a = 1\nb = 2", "the first checkpoint")
        assert editor.lua("return vim.g.offered")[-3:] == [
            "step 2",
            "step 1",
            "before the first step",
        ]
