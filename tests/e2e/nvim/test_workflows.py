"""Workflows in a real Neovim: a loop on what is open, and tasks on copies."""

import json
import sys
from pathlib import Path
from typing import Any

from tests.support.agents_at_work import at_work, writes
from tests.support.neovim import Neovim, neovim
from tests.support.processes import daemons_below
from tests.support.provider_server import Call, Hang, ProviderServer, Reply
from tests.support.repository import commit_all, git
from tests.support.until import until

SERVER = [sys.executable, "-m", "architect", "lsp"]
SHOWN = (
    "local found = vim.fn.bufnr('architect://workflows') "
    "if found == -1 then return '' end "
    "return table.concat(vim.api.nvim_buf_get_lines(found, 0, -1, false), '\\n')"
)
ANSWERS = "local said = ...; vim.ui.input = function(_, on) on(table.remove(said, 1)) end"


def edits(path: str, old: str, new: str) -> Reply:
    arguments = {"path": path, "old_str": old, "new_str": new}
    return Reply(calls=[Call("edit_file", json.dumps(arguments), id="e1")])


def project_at(folder: Path) -> Path:
    folder.mkdir()
    (folder / "a.txt").write_text("alpha\n")
    commit_all(folder)
    git(folder, "config", "user.name", "A User")
    git(folder, "config", "user.email", "user@example.invalid")
    return folder


def set_up(editor: Neovim, server: ProviderServer, file: Path) -> None:
    config: dict[str, Any] = {
        "llm": {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"},
        "agents": {"build": {"confirm_mode": "yolo"}},
    }
    editor.lua("require('architect').setup(...)", {"cmd": SERVER, "config": config})
    editor.edit(file)
    until(lambda: daemons_below(editor.pid), "the server")


def on_line(editor: Neovim, words: str, keys: str) -> None:
    """Press keys on the first line of the tree that has these words."""
    editor.lua(
        "local words, keys = ...; "
        "vim.api.nvim_set_current_win(vim.fn.bufwinid('architect://workflows')); "
        "vim.fn.cursor(1, 1); vim.fn.search(words); "
        "vim.api.nvim_feedkeys(vim.keycode(keys), 'mx', false)",
        words,
        keys,
    )


def test_a_loop_edits_what_is_open_and_the_tree_follows_it(tmp_path: Path) -> None:
    project = project_at(tmp_path / "project")
    script = at_work(
        {
            "number 1 of": [edits("a.txt", "alpha", "beta"), Reply("half of it")],
            "number 2 of": [edits("a.txt", "beta", "gamma"), Reply("the rest")],
        }
    )
    with ProviderServer(script) as server, neovim(tmp_path / "home", folder=project) as editor:
        set_up(editor, server, project / "a.txt")
        editor.command("Architect loop ++check=true count on")
        editor.says("unknown option ++check")
        editor.lua(ANSWERS, ["grep -q gamma a.txt"])
        editor.command("Architect loop count on")
        until(lambda: "all checks passed after 2 iterations" in editor.lua(SHOWN), "the end")
        shown = editor.lua(SHOWN)
        assert "+ loop: count on  [done, 2 of 2 done" in shown
        assert "iteration-1: failed" in shown and "iteration-2: done" in shown
        assert (project / "a.txt").read_bytes() == b"gamma\n"
        on_line(editor, "iteration-2", "<CR>")
        page = "return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')"
        until(lambda: "the rest" in editor.lua(page), "the transcript")


def test_units_are_cancelled_compared_and_checked_out(tmp_path: Path) -> None:
    project = project_at(tmp_path / "project")
    script = at_work({"STUCK": [Hang()], "QUICK": [writes("quick.txt"), Reply("done")]})
    with ProviderServer(script) as server, neovim(tmp_path / "home", folder=project) as editor:
        set_up(editor, server, project / "a.txt")
        editor.lua(ANSWERS, ["true"])
        editor.command("Architect parallel the QUICK ;; the STUCK")
        done = "parallel-1: done"
        until(lambda: done in editor.lua(SHOWN), "the first unit", 40.0)
        assert "parallel-2: running" in editor.lua(SHOWN)
        on_line(editor, "parallel-2:", "c")
        until(
            lambda: "~ parallel: 2 tasks  [partly done, 2 of 2 done" in editor.lua(SHOWN), "the end"
        )
        on_line(editor, "parallel-1:", "d")
        page = "return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')"
        until(lambda: "+++ b/quick.txt" in editor.lua(page), "the changes")
        editor.command("tabclose")
        on_line(editor, "parallel-1:", "b")
        until(lambda: (project / "quick.txt").exists(), "the branch")
        assert git(project, "branch", "--show-current").strip() == "architect/parallel-1"
