"""A reference server of the Model Context Protocol in a real Neovim."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.journals import read_journal
from tests.support.neovim import neovim
from tests.support.processes import daemons_below, running_with
from tests.support.recorded_model import call, recorded, reply
from tests.support.until import until

from architect.domain.journal.call_events import ToolFinished

SERVER = [sys.executable, "-m", "architect", "lsp"]
EVERYTHING = Path(__file__).parents[3] / "client-vscode/node_modules/.bin/mcp-server-everything"


@pytest.mark.skipif(not EVERYTHING.exists(), reason="client-vscode is not installed")
def test_a_run_uses_its_tools_and_prompts_and_the_list_shows_it(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    one = project / "one.py"
    one.write_text("x = 1\n")
    config: dict[str, Any] = {
        "agents": {"build": {"confirm_mode": "yolo"}},
        "mcp": {"servers": {"all": {"command": str(EVERYTHING), "trusted": True}}},
    }
    with neovim(tmp_path / "home", folder=project) as editor:
        editor.lua("require('architect').setup(...)", {"cmd": SERVER, "config": config})
        editor.edit(one)
        until(lambda: daemons_below(editor.pid), "the server")
        echo = call("all__echo", message="hi")
        model = recorded(tmp_path / "m.json", reply("say it", echo), reply("done"))
        editor.command(f"Architect run ++model={model} /all:args-prompt Paris")
        editor.says("Done")
        editor.command("Architect mcp")
        shown = "return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')"
        until(lambda: "get-sum" in editor.lua(shown), "the list")
        assert "all" in editor.lua(shown)
    [journal] = (project / ".architect/sessions").glob("*.jsonl")
    records = [record.event for record in read_journal(journal)]
    [told] = [event.text for event in records if isinstance(event, ToolFinished)]
    assert "hi" in told
    assert "Paris" in json.dumps(journal.read_text())
    until(lambda: not running_with(str(EVERYTHING)), "the end of the server")
