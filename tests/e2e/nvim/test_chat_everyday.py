"""A chat on an ordinary day, with the real server: keys, choices, sessions, attachments."""

import json
from pathlib import Path
from typing import Any

from tests.e2e.nvim.talk import PATIENCE_S, Talk
from tests.support.neovim import Neovim, neovim
from tests.support.processes import daemons_below
from tests.support.provider_server import ProviderServer, Reply, Status
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.until import until

REFUSED = Status(401, {"error": {"message": "Incorrect API key provided: sk-x."}})
LISTED = {"/v1/models": {"object": "list", "data": [{"id": "qwen3", "object": "model"}]}}
INPUT = "architect://input/1"
STEPS = [
    {"step": "look", "status": "completed"},
    {"step": "edit", "status": "in_progress"},
    {"step": "test", "status": "pending"},
]


def test_without_a_configuration_then_with_a_wrong_key_and_then_it_works(
    tmp_path: Path, project: Path
) -> None:
    environ = {"OPENAI_API_KEY": "", "HOSTED_VLLM_API_KEY": "sk-x"}
    with (
        ProviderServer([REFUSED, Reply("Now it works.")], pages=LISTED) as server,
        neovim(tmp_path / "home", folder=project, environ=environ) as editor,
    ):
        talk = Talk(editor, project, {})
        editor.command("Architect chat")
        talk.shows("no model is selected\n(:Architect model chooses one)")
        talk.types("hi<C-s>")
        editor.says("no model is selected")
        until(lambda: editor.buffer_text(INPUT) == "hi", "the message in the input", PATIENCE_S)
        editor.will_reply(3, f"{server.url}/v1", 1)
        editor.command("Architect model")
        editor.says("until you leave Neovim")
        talk.types("<C-s>")
        shown = talk.shows("what helps: correct the key where it comes from")
        assert ":Architect login, then :Architect retry; or" in " ".join(shown.split())
        assert "no model is selected" not in shown
        assert "the provider answered 401: Incorrect API key provided" in shown
        assert "the key sent was the one in HOSTED_VLLM_API_KEY" in shown
        assert shown.count("Incorrect API key") == 1
        talk.is_idle()
        editor.command("Architect retry")
        shown = talk.shows("Now it works.")
        assert shown.count("## You\nhi\n") == 2
        assert "sk-x" not in shown


def test_problems_and_failed_tests_go_along_and_the_answer_is_read_with_plan_and_thoughts(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    planned = reply("I **plan** it: see `one.py:2`.", call("update_plan", steps=STEPS))
    planned["reasoning"] = "Hm.\nIt is odd."
    talk = Talk(editor, project, recorded(tmp_path / "m.json", planned, reply("Done so.")))
    editor.lua(_REPORTS)
    for words in ("Architect attach problems", "2Architect attach problems"):
        editor.command(words)
    editor.says("problem 2 problems of one.py (2 lines, 54 bytes)")
    editor.says("problem 1 problem of one.py (1 line, 28 bytes)")
    editor.command("Architect detach")
    editor.says("nothing is attached to the next message")
    editor.command("Architect attach problems")
    editor.command("Architect attach quickfix")
    talk.types("why?<C-s>")
    talk.shows("\nDone\n$0.0000 (")
    talk.is_idle()
    shown = talk.text()
    attached = "attached: problem 2 problems of one.py (2 lines, 54 bytes)\n"
    assert f"## You\nwhy?\n{attached}attached: text quickfix: pytest -q (" in shown
    told = journal(project)[0]["event"]["opening"]
    assert "one.py:2: warning: b is odd\none.py:3: error: c is odd" in told
    assert "one.py:2: AssertionError: assert 2 == 3" in told
    assert "\n\n- [x] look\n- [~] edit\n- [ ] test\n" in shown
    assert "update_plan" not in shown
    assert "\n\nDone so.\n" in shown
    editor.command("stopinsert")
    assert editor.lua(_FOLDED) == ["thought, 2 lines"]
    looks: dict[str, Any] = editor.lua(_LOOKS)
    assert looks["highlights"]
    assert looks["conceallevel"] == 0
    assert looks["captures"] == {
        "plan": "markup.strong",
        "one.py": "markup.raw",
        "[x] look": "markup.list.checked",
        "You": "markup.heading.2",
    }


_REPORTS = """
vim.diagnostic.set(vim.api.nvim_create_namespace('lint'), 0, {
  { lnum = 1, col = 0, message = 'b is odd', severity = vim.diagnostic.severity.WARN },
  { lnum = 2, col = 0, message = 'c is odd', severity = vim.diagnostic.severity.ERROR },
})
vim.fn.setqflist({}, ' ', {
  title = 'pytest -q',
  lines = { 'one.py:2: AssertionError: assert 2 == 3', '1 failed in 0.1s' },
  efm = '%f:%l: %m',
})
"""
_FOLDED = """
return vim.api.nvim_win_call(vim.fn.bufwinid('architect://chat/1'), function()
  local found = {}
  for line = 1, vim.fn.line('$') do
    if vim.fn.foldclosed(line) == line then table.insert(found, vim.fn.getline(line)) end
  end
  return found
end)
"""
_LOOKS = """
local bufnr = vim.fn.bufnr('architect://chat/1')
vim.treesitter.get_parser(bufnr):parse(true)
local captures = {}
for row, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)) do
  for _, word in ipairs({ 'plan', 'one.py', '[x] look', 'You' }) do
    local column = not captures[word] and line:find(word, 1, true)
    local at = vim.treesitter.get_captures_at_pos
    for _, each in ipairs(column and at(bufnr, row - 1, column - 1) or {}) do
      if vim.startswith(each.capture, 'markup') then captures[word] = each.capture end
    end
  end
end
return {
  highlights = vim.treesitter.highlighter.active[bufnr] ~= nil,
  conceallevel = vim.wo[vim.fn.bufwinid(bufnr)].conceallevel,
  captures = captures,
}
"""


_CHOSEN = """
local chat = require('architect.chats').current()
return require('architect.chat_bar').choices_line(chat, 80)
"""


def journal(project: Path) -> list[dict[str, Any]]:
    (path,) = (project / ".architect" / "sessions").glob("*.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_choices_and_what_is_done_with_a_session_are_typed(tmp_path: Path, project: Path) -> None:
    home = tmp_path / "home"
    with neovim(home, folder=project, environ={"OPENAI_API_KEY": "sk-x"}) as editor:
        model = recorded(tmp_path / "m.json", reply("It is two."))
        talk = Talk(editor, project, model)
        editor.command("Architect chat")
        editor.command("Architect agent explain")
        editor.says("agent of the next message: explain")
        editor.command("Architect reasoning high")
        editor.says("reasoning of the next message: high")
        chosen = editor.lua(_CHOSEN)
        assert "explain · " in chosen and "reasoning high" in chosen
        editor.command("Architect reasoning most")
        editor.says('unknown reasoning "most"; available: none, minimal, low,')
        talk.types("what is b?<C-s>")
        assert "## explain · recorded/" in talk.shows("It is two.")
        talk.is_idle()
        offered = editor.lua("return vim.fn.getcompletion('Architect chat ++model=', 'cmdline')")
        assert "++model=openai/gpt-4.1" in offered
        editor.will_reply(1)
        editor.command("Architect agent")
        editor.says("agent of the next message: as configured")
        assert "explain (reads only): " in editor.asked[-1]
        (project / "shot.png").write_bytes(b"\x89PNG\r\n\x1a\n")
        editor.command("Architect attach shot.png")
        editor.command("Architect chat ++model=gpt-3.5-turbo look")
        talk.shows("what helps:\n:Architect reasoning default, then\n:Architect retry")
        talk.is_idle()
        editor.command("Architect reasoning default")
        editor.command("Architect retry")
        refusal = "the model 'gpt-3.5-turbo' takes no images: choose one that does"
        shown = talk.shows("what helps: :Architect model, then\n:Architect retry")
        assert f"## You\nlook\nerror: {refusal}" in shown
        talk.is_idle()
        assert talk.text().count(refusal) == 1
        editor.command("Architect rename What b is")
        editor.says('the session is now called "What b is"')
        for name in ("said.md", "said.json"):
            editor.command(f"Architect export {name}")
            editor.says(f"exported to {name}")
        assert "It is two." in (project / "said.md").read_text()
        assert json.loads((project / "said.json").read_text())["title"] == "What b is"
        editor.will_reply(2, 1)
        editor.command("Architect delete")
        editor.command("Architect delete")
        editor.says('deleted "What b is"')
        assert editor.asked[-1].startswith('Delete "What b is"? What it changed in files stays.')
        assert talk.text() == ""
        assert not list((project / ".architect" / "sessions").glob("*.jsonl"))


def test_after_a_kill_of_the_server_the_conversation_is_continued_from_the_chat(
    editor: Neovim, project: Path, tmp_path: Path
) -> None:
    gate = Gate(project / "gate")
    waits = recorded(tmp_path / "1.json", reply("I wait.", gate.wait), reply("Never."))
    talk = Talk(editor, project, waits)
    talk.types("go<C-s>")
    talk.shows("• run_command cat gate")
    talk.types("and tests")
    server = min(daemons_below(editor.pid))
    model = recorded(tmp_path / "2.json", reply("On I go."))
    editor.lua("require('architect.config').options.config = ...", {"llm": {"model": model}})
    editor.lua("vim.uv.kill(..., 'sigkill')", server)
    talk.shows("server exited, run interrupted")
    editor.says('run "go" was interrupted, 0 files changed')
    editor.will_reply(1, 2)
    editor.command("Architect sessions")
    shown = talk.shows("On I go.")
    talk.is_idle()
    assert shown.index("server exited, run interrupted") < shown.index("On I go.")
    assert editor.buffer_text(INPUT) == "and tests"
    talk.types("<Esc><CR>")
    talk.shows("## You\nand tests\n")
    talk.is_idle()
    assert talk.text().count("On I go.") == 2
