"""Neovim without our plugin, and the real server: everything by standard LSP."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.neovim import Neovim, neovim
from tests.support.processes import command_line, daemons_below, descendants, is_alive
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.until import until

TEXT = "a = 1\nb = 2\nc = 3\n"
READ = call("read_file", path="one.py")
EDIT_B = call("edit_file", path="one.py", old_str="b = 2\n", new_str="b = 22\n")
RUN_PYTHON = call("run_command", command="python3 one.py")

_START = """
local cmd, root, model = ...
_G.progress, _G.shown = {}, {}
vim.api.nvim_create_autocmd('LspProgress', { callback = function(args)
  table.insert(_G.progress, { args.data.params.token, args.data.params.value.kind })
end })
_G.results = {}
vim.lsp.handlers['window/showMessage'] = function(_, params)
  table.insert(_G.shown, params.message)
end
vim.lsp.start({
  name = 'architect',
  cmd = cmd,
  root_dir = root,
  init_options = { llm = { model = model }, edits = { review = 'confirm' } },
})
"""

_EXECUTE = """
local name, argument = ...
local client = vim.lsp.get_clients()[1]
client:exec_cmd({ command = name, arguments = { argument } }, {}, function(err, result)
  table.insert(_G.results, { name = name, err = err, result = result })
end)
"""


class Bench:
    """A bare editor on a small project, whose server has a recorded model."""

    def __init__(self, editor: Neovim, project: Path, *script: dict[str, Any]) -> None:
        self.editor = editor
        self.one = project / "one.py"
        self.uri = editor.edit(self.one)
        model = recorded(project.parent / "model.json", *script)
        server = [sys.executable, "-m", "architect", "lsp"]
        editor.lua(_START, server, str(project), model)
        ready = "local c = vim.lsp.get_clients()[1]; return c ~= nil and c.initialized == true"
        until(lambda: editor.lua(ready), "the server")

    def execute(self, name: str, **argument: Any) -> Any:
        """The result of a command of the server."""
        count = len(self.editor.lua("return _G.results"))
        self.editor.lua(_EXECUTE, name, argument)
        until(lambda: len(self.editor.lua("return _G.results")) > count, f"the answer of {name}")
        answer = self.editor.lua("return _G.results")[count]
        assert answer.get("err") is None, answer
        return answer["result"]

    def start(self) -> str:
        """The id of a run on the second line."""
        end = {"line": 1, "character": 5}
        lines = {"start": {"line": 1, "character": 0}, "end": end}
        scope = {"uris": [self.uri], "range": lines}
        return self.execute("architect.run", prompt="double b", scope=scope)["runId"]

    def shows(self, part: str) -> None:
        until(
            lambda: any(part in line for line in self.editor.lua("return _G.shown")),
            f"a message with {part!r}",
        )

    def waits_at_gate(self) -> int:
        def look() -> list[int]:
            found = descendants(self.editor.pid)
            return [pid for pid in found if command_line(pid).endswith("cat gate")]

        return until(look, "the command that waits")[-1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "one.py").write_bytes(TEXT.encode())
    return folder


@pytest.fixture
def editor(tmp_path: Path, project: Path) -> Iterator[Neovim]:
    with neovim(tmp_path / "home", folder=project, plugin=False) as found:
        yield found


@pytest.fixture
def gate(project: Path) -> Gate:
    return Gate(project / "gate")


def test_from_the_command_to_the_undo(editor: Neovim, project: Path) -> None:
    bench = Bench(editor, project, reply("", READ), reply("", EDIT_B), reply("Done."))
    editor.will_reply(1)
    run_id = bench.start()
    bench.shows("Architect: Done, 1 file changed")
    assert "-b = 2\n+b = 22" in editor.asked[0]
    assert "Allow for this run" in editor.asked[0]
    assert editor.text(bench.one) == "a = 1\nb = 22\nc = 3"
    assert editor.is_modified(bench.one)
    kinds = [kind for _, kind in editor.lua("return _G.progress")]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    assert "+b = 22" in bench.execute("architect.diff", runId=run_id)["patch"]
    report = bench.execute("architect.undo", runId=run_id)
    assert (report["reverted"], report["conflicts"]) == (["one.py"], [])
    assert editor.text(bench.one) == TEXT.rstrip("\n")


def test_a_prompt_without_an_answer_is_a_no(editor: Neovim, project: Path) -> None:
    bench = Bench(editor, project, reply("", READ), reply("", EDIT_B), reply("Then not."))
    bench.start()
    bench.shows("Architect: Partly done: an action was denied")
    assert editor.text(bench.one) == TEXT.rstrip("\n")


def test_a_code_action_on_a_selection_starts_a_run(editor: Neovim, project: Path) -> None:
    bench = Bench(editor, project, reply("", READ), reply("", EDIT_B), reply("Done."))
    titles = """
        local params = vim.lsp.util.make_given_range_params({ 2, 0 }, { 2, 4 }, 0, 'utf-8')
        params.context = { diagnostics = {} }
        local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 10000)
        _G.actions = vim.tbl_values(answers)[1].result
        return vim.tbl_map(function(action) return action.title end, _G.actions)
        """
    found = editor.lua(titles)
    number = next(index for index, title in enumerate(found, start=1) if "xplain" in title)
    editor.will_reply(1)
    run = """
        local action = _G.actions[...]
        local command = type(action.command) == 'table' and action.command or action
        vim.lsp.get_clients()[1]:exec_cmd(command)
        """
    editor.lua(run, number)
    bench.shows("Architect: ")


def test_unsaved_text_is_asked_about_before_a_command_reads_the_disk(
    editor: Neovim, project: Path
) -> None:
    bench = Bench(editor, project, reply("", EDIT_B), reply("", RUN_PYTHON), reply("Done."))
    # Allow the edit, allow the command, and run it although the file is unsaved.
    editor.will_reply(1, 1, 2)
    bench.start()
    bench.shows("Architect: Done")
    assert "1 changed file is unsaved: one.py" in editor.asked[2]
    assert bench.one.read_bytes() == TEXT.encode()


def test_what_is_typed_during_a_run_stays(editor: Neovim, project: Path, gate: Gate) -> None:
    script = (reply("", READ), reply("", gate.wait), reply("", EDIT_B), reply("Done."))
    bench = Bench(editor, project, *script)
    editor.will_reply(1)
    bench.start()
    bench.waits_at_gate()
    editor.keys("ggOtyped during the run<Esc>")
    until(lambda: "typed" in editor.text(bench.one), "the typed text")
    gate.open()
    bench.shows("Architect: Done, 1 file changed")
    assert editor.text(bench.one) == "typed during the run\na = 1\nb = 22\nc = 3"


def test_the_progress_item_cancels_the_run(editor: Neovim, project: Path, gate: Gate) -> None:
    bench = Bench(editor, project, reply("", gate.wait), reply("Done."))
    bench.start()
    waiting = bench.waits_at_gate()
    until(lambda: editor.lua("return _G.progress"), "the progress")
    editor.lua(
        """
        local token = _G.progress[1][1]
        vim.lsp.get_clients()[1]:notify('window/workDoneProgress/cancel', { token = token })
        """
    )
    bench.shows("Architect: Cancelled")
    assert not is_alive(waiting)


def test_an_editor_that_is_killed_leaves_no_process(
    editor: Neovim, project: Path, gate: Gate
) -> None:
    bench = Bench(editor, project, reply("", gate.wait), reply("Done."))
    bench.start()
    bench.waits_at_gate()
    started = descendants(editor.pid)
    editor.kill()
    until(lambda: not any(map(is_alive, started)), "the end of all processes", timeout_s=60)


def test_a_server_that_is_killed_leaves_the_text_and_no_process(
    editor: Neovim, project: Path, gate: Gate
) -> None:
    script = (reply("", READ), reply("", EDIT_B), reply("", gate.wait), reply("Done."))
    bench = Bench(editor, project, *script)
    editor.will_reply(1)
    run_id = bench.start()
    waiting = bench.waits_at_gate()
    (daemon,) = daemons_below(editor.pid)
    editor.lua("vim.uv.kill(..., 'sigkill')", daemon)
    until(lambda: not is_alive(waiting), "the end of the command", timeout_s=60)
    assert editor.text(bench.one) == "a = 1\nb = 22\nc = 3"
    until(lambda: editor.lua("return #vim.lsp.get_clients()") == 0, "the editor to notice")
    again = Bench(editor, project, reply("Done."))
    (run,) = again.execute("architect.runs", runId=run_id)["runs"]
    assert (run["outcome"], run["filesChanged"]) == ("interrupted", ["one.py"])
    assert again.execute("architect.undo", runId=run_id)["reverted"] == ["one.py"]
    assert editor.text(bench.one) == TEXT.rstrip("\n")
