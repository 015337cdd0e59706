"""A real Neovim without a screen, driven by a test."""

import os
import shutil
import signal
import sysconfig
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.asking import ASKS_ALWAYS
from tests.support.neovim_rpc import NeovimRpc
from tests.support.until import until

PLUGIN = Path(__file__).parents[2] / "client-nvim"

_HARNESS = """
vim.o.columns, vim.o.lines = 200, 50
_G.said, _G.asked, _G.replies = {}, {}, {}
_G.plain_notify = vim.notify
vim.notify = function(message, level)
  table.insert(_G.said, { message = message, level = level })
end
local function reply(kind, prompt, answer)
  table.insert(_G.asked, { kind = kind, prompt = prompt })
  local next_reply = table.remove(_G.replies, 1)
  vim.schedule(function() answer(next_reply) end)
end
vim.ui.input = function(opts, on_confirm)
  reply('input', opts.prompt, on_confirm)
end
vim.ui.select = function(items, opts, on_choice)
  local format = opts.format_item or tostring
  -- Some pickers say in a second argument that they take chunks of text, too.
  local shown = vim.tbl_map(function(item) return format(item, true) end, items)
  reply('select', opts.prompt .. '\\n' .. table.concat(shown, '\\n'), function(index)
    on_choice(index and items[index], index)
  end)
end
"""


_NO_PYTHON = "let g:loaded_python3_provider = 0"
"""The file type of Python asks for Python in the editor, which Neovim looks for by starting every
interpreter on PATH: 0.8 s of processor time before the first Python file is open."""


def neovim_program() -> str:
    """The Neovim beside this Python, else the one on PATH; without one the test is skipped."""
    beside = Path(sysconfig.get_path("scripts")) / "nvim"
    found = str(beside) if beside.is_file() else shutil.which("nvim")
    if found is None:
        pytest.skip("no Neovim: neither beside the running Python nor on PATH")
    return found


class Neovim:
    """One editor. Messages, questions and choices of its user interface are kept, not shown."""

    def __init__(self, rpc: NeovimRpc) -> None:
        self._rpc = rpc
        self.pid = rpc.pid
        self.lua(_HARNESS)

    def lua(self, code: str, *arguments: Any) -> Any:
        """What a piece of Lua returns; its `...` are the arguments."""
        return self._rpc.call("nvim_exec_lua", code, arguments)

    def command(self, line: str) -> None:
        self._rpc.call("nvim_command", line)

    def keys(self, keys: str) -> None:
        """Type, as a user would."""
        self._rpc.call("nvim_input", keys)

    def edit(self, path: Path) -> str:
        """Open a file; its URI."""
        self.command(f"drop {path}")
        return path.as_uri()

    def text(self, path: Path | None = None) -> str:
        """The lines of a buffer, as they stand in the editor."""
        code = """
            local bufnr = ... and vim.fn.bufnr(...) or 0
            return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), '\\n')
            """
        return self.lua(code, *([str(path)] if path else []))

    def is_modified(self, path: Path) -> bool:
        return bool(self.lua("return vim.bo[vim.fn.bufnr(...)].modified", str(path)))

    @property
    def said(self) -> list[str]:
        """All messages to the user so far."""
        return [message["message"] for message in self.lua("return _G.said")]

    def says(self, part: str) -> str:
        """The first message with that part, once it comes."""

        def look() -> str:
            return next((message for message in self.said if part in message), "")

        try:
            return until(look, f"a message with {part!r}")
        except AssertionError as error:
            raise AssertionError(f"{error}; said was {self.said}") from None

    @property
    def asked(self) -> list[str]:
        """All prompts and choices so far."""
        return [question["prompt"] for question in self.lua("return _G.asked")]

    def will_reply(self, *replies: str | int) -> None:
        """Answers to the next prompts: a text, or the number of an item."""
        self.lua("vim.list_extend(_G.replies, ...)", list(replies))

    def buffer_text(self, name_part: str) -> str:
        """The text of the buffer with that in its name; empty if there is none."""
        return self.lua(
            """
            for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
              if vim.api.nvim_buf_get_name(bufnr):find(..., 1, true) then
                return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\\n')
              end
            end
            return ''
            """,
            name_part,
        )

    def float_text(self) -> str:
        """The text of the floating window; empty if there is none."""
        return self.lua(
            """
            for _, win in ipairs(vim.api.nvim_list_wins()) do
              if vim.api.nvim_win_get_config(win).relative ~= '' then
                local bufnr = vim.api.nvim_win_get_buf(win)
                return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\\n')
              end
            end
            return ''
            """
        )

    def in_float(self) -> bool:
        return self.lua("return vim.api.nvim_win_get_config(0).relative ~= ''")

    def is_asking(self) -> bool:
        """Whether the cursor is in a question whose keys answer, as its colours say."""
        return self.in_float() and self.lua(
            """
            local space = vim.api.nvim_create_namespace('architect.confirm')
            local marks = vim.api.nvim_buf_get_extmarks(0, space, 0, 0, { details = true })
            return marks[1] ~= nil and marks[1][4].hl_group == 'ArchitectTitle'
            """
        )

    def statusline(self) -> str:
        return self.lua("return require('architect').statusline()")

    def show_on_a_screen(self, columns: int, rows: int = 24) -> None:
        """From now on there is a screen, so that messages may wait for Enter."""
        self.lua("vim.notify = _G.plain_notify")
        self._rpc.call("nvim_ui_attach", columns, rows, {})

    def is_blocked(self) -> bool:
        """Whether it waits for Enter or another key, and for that long runs nothing else."""
        return self._rpc.call("nvim_get_mode")["blocking"]

    def quit(self) -> None:
        """Leave, as a user would who does not want to save."""
        self._rpc.close()

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


@contextmanager
def neovim(
    home: Path,
    *,
    plugin: bool = True,
    folder: Path | None = None,
    environ: dict[str, str] | None = None,
) -> Generator[Neovim]:
    """An editor without anybody's configuration, in the folder; it is ended at the end."""
    places = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
    places |= {"XDG_CACHE_HOME": str(home / "cache"), "XDG_RUNTIME_DIR": str(home / "run")}
    (home / "run").mkdir(parents=True, exist_ok=True, mode=0o700)
    variables = [
        f"{name}={value}" for name, value in (places | ASKS_ALWAYS | (environ or {})).items()
    ]
    argv = ["env", "-u", "NVIM", "-u", "VIRTUAL_ENV", *variables]
    argv += [neovim_program(), "--clean", "--embed", "--headless", "-n"]
    argv += ["--cmd", f"cd {folder or home}", "--cmd", _NO_PYTHON]
    if plugin:
        argv += ["--cmd", f"set runtimepath^={PLUGIN}"]
    rpc = NeovimRpc(argv)
    try:
        yield Neovim(rpc)
    finally:
        rpc.close()
