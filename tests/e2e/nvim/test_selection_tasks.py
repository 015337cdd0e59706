"""Tasks with names, for lines and files, with the real server."""

from pathlib import Path

from tests.e2e.nvim.talk import PATIENCE_S, Talk
from tests.support.neovim import Neovim
from tests.support.recorded_model import recorded, reply
from tests.support.until import until

NEWEST = "return require('architect.runs').newest().id"
CALLED = """
local newest = require('architect.runs').newest()
return newest and newest.state == 'done' and newest.title or ''
"""


def test_lines_and_files_are_explained_tested_and_documented(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    talk = Talk(editor, project, recorded(tmp_path / "m.json", reply("It doubles.")))

    def is_done(title: str, about: str, agent: str) -> None:
        until(lambda: editor.lua(CALLED) == title, f"the end of {title!r}", PATIENCE_S)
        log = editor.buffer_text(f"log/{editor.lua(NEWEST)}")
        assert f"{title}\n{about}" in log
        assert log.startswith(f"architect · {agent} · ")
        assert "It doubles." in log

    editor.keys("jV:Architect explain<CR>")
    is_done("Explain Selection in one.py", "on one.py, line 2", "explain")
    editor.command("1,2Architect tests")
    is_done("Write Tests for Selection in one.py", "on one.py, lines 1-2", "build")
    editor.command("Architect chat")
    editor.command("stopinsert")
    editor.command("Architect document")  # of the file beside the chat
    is_done("Document Selection in one.py", "on one.py, lines 1-3", "build")
    editor.command("only | enew")
    editor.command("Architect explain")
    editor.says("this is no file; open one")
    assert talk.one.read_text() == "a = 1\nb = 2\nc = 3\n"
