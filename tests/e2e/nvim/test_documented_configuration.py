"""The configurations of docs/editors/neovim.md do what they say."""

import os
import re
import sysconfig
from pathlib import Path

from tests.support.neovim import neovim
from tests.support.recorded_model import call, recorded, reply
from tests.support.until import until

PAGE = Path(__file__).parents[3] / "docs" / "editors" / "neovim.md"


def _blocks() -> list[str]:
    return re.findall(r"```lua\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)


def _with_model(block: str, model: str) -> str:
    assert "'ollama/qwen3'" in block
    return block.replace("'ollama/qwen3'", f"'{model}'")


def _edit_b(folder: Path) -> str:
    edit = call("edit_file", path="one.py", old_str="b = 2\n", new_str="b = 22\n")
    read = call("read_file", path="one.py")
    return recorded(folder / "model.json", reply("", read), reply("", edit), reply("Done."))


def _project(folder: Path) -> Path:
    (folder / "project" / ".git").mkdir(parents=True)
    (folder / "project" / "one.py").write_bytes(b"a = 1\nb = 2\n")
    return folder / "project"


def _path() -> dict[str, str]:
    return {"PATH": f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"}


def test_the_configuration_without_the_plugin_runs_and_undoes(tmp_path: Path) -> None:
    project = _project(tmp_path)
    bare = next(block for block in _blocks() if "ArchitectRun" in block)
    with neovim(tmp_path / "home", folder=project, plugin=False, environ=_path()) as editor:
        editor.lua(_with_model(bare, _edit_b(tmp_path)))
        editor.lua(_READ_SCREEN)
        editor.show_on_a_screen(60)
        editor.edit(project / "one.py")
        ready = "local c = vim.lsp.get_clients()[1]; return c ~= nil and c.initialized == true"
        until(lambda: editor.lua(ready), "the server")
        editor.command("2ArchitectRun double b")
        until(lambda: editor.text() == "a = 1\nb = 22", "the edit")
        until(lambda: editor.lua("return _G.is_over"), "the end of the run")
        assert "architect: step " in "\n".join(editor.lua("return _G.seen"))
        editor.command("ArchitectUndo")
        until(lambda: editor.text() == "a = 1\nb = 2", "the undo")


_READ_SCREEN = """
_G.seen = {}
vim.api.nvim_create_autocmd('LspProgress', { callback = function(args)
  _G.is_over = args.data.params.value.kind == 'end'
  vim.cmd.redraw()
  local cells = {}
  for column = 1, vim.o.columns do
    table.insert(cells, vim.fn.screenstring(vim.o.lines, column))
  end
  table.insert(_G.seen, vim.trim(table.concat(cells)))
end })
"""


WORDS = "double b"
KEYS = ["\\", "a", "a", WORDS, "<CR>"]
"""From the selection to its change: the documented mapping, the words, a key that sends them."""
MOST_KEYS = 5


def test_the_configuration_with_the_plugin_changes_a_selection_with_five_keys(
    tmp_path: Path,
) -> None:
    project = _project(tmp_path)
    block = next(block for block in _blocks() if "<Leader>aa" in block)
    with neovim(tmp_path / "home", folder=project, environ=_path()) as editor:
        editor.lua("package.loaded['vim.ui'] = nil; vim.ui.input = require('vim.ui').input")
        editor.lua(_with_model(block, _edit_b(tmp_path)))
        editor.edit(project / "one.py")
        editor.keys("GV")
        until(lambda: editor.lua("return vim.fn.mode()") == "V", "the selection")
        assert len(KEYS) <= MOST_KEYS
        editor.keys("".join(KEYS))
        editor.says("Done, 1 file changed")
        assert editor.text() == "a = 1\nb = 22"
        assert "double b\non one.py, line 2" in editor.buffer_text("architect://log/")
        until(lambda: set(editor.lua(_MARKED_LINES)) == {1}, "the mark of the change")
        editor.keys("\\au")
        editor.says("undid changes in 1 file")


_MARKED_LINES = """
local space = vim.api.nvim_get_namespaces()['architect.hunks']
local marks = vim.api.nvim_buf_get_extmarks(0, space, 0, -1, {})
return vim.tbl_map(function(mark) return mark[2] end, marks)
"""
