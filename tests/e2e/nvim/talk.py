"""Conversations in an editor with the real server, and with a model that is recorded."""

import sys
from pathlib import Path
from typing import Any

from tests.support.neovim import Neovim
from tests.support.processes import daemons_below
from tests.support.until import until

SERVER = [sys.executable, "-m", "architect", "lsp"]
PATIENCE_S = 60


class Talk:
    """An editor whose chats talk to a recorded model, or to that of the settings `model`."""

    def __init__(self, editor: Neovim, project: Path, model: str | dict[str, Any]) -> None:
        self.editor = editor
        self.one = project / "one.py"
        llm = {"model": model} if isinstance(model, str) else model
        options = {"cmd": SERVER, "config": {"llm": llm}}
        editor.lua("require('architect').setup(...)", options)
        editor.edit(self.one)
        until(lambda: daemons_below(editor.pid), "the server", PATIENCE_S)

    def text(self, number: int = 1) -> str:
        return self.editor.buffer_text(f"architect://chat/{number}")

    def shows(self, part: str, number: int = 1) -> str:
        until(lambda: part in self.text(number), f"{part!r} in the chat", PATIENCE_S)
        return self.text(number)

    def is_idle(self) -> None:
        """Wait until no run of a chat is under way."""
        code = """
        for _, chat in ipairs(require('architect.chats').all()) do
          if chat.active or chat.sending or chat.backlog then return false end
        end
        return true
        """
        until(lambda: self.editor.lua(code), "the end of all runs", PATIENCE_S)

    def types(self, keys: str) -> None:
        """Into the input, which has the cursor in Insert mode."""
        self.editor.command("Architect chat")
        until(lambda: self.editor.lua("return vim.fn.mode()") == "i", "the input", PATIENCE_S)
        self.editor.keys(keys)

    def opens_newest_session(self) -> None:
        """From the list, and reads it."""
        self.editor.will_reply(1, 1)
        self.editor.command("Architect sessions")
        code = """
        local chat = require('architect.chats').current()
        return chat ~= nil and chat.backlog == nil and #chat.order > 0
        """
        until(lambda: self.editor.lua(code), "the conversation", PATIENCE_S)
