"""Neovim with the plugin, and the real server: from the selection to the undo."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.neovim import Neovim, neovim
from tests.support.processes import command_line, daemons_below, descendants, is_alive
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.until import until

SERVER = [sys.executable, "-m", "architect", "lsp"]
TEXT = "a = 1\nb = 2\nc = 3\n"


_KEEP_PROGRESS = """
_G.progress = {}
vim.api.nvim_create_autocmd('LspProgress', { callback = function(args)
  table.insert(_G.progress, args.data.params.value.message or '')
end })
"""


class Bench:
    """An editor with the plugin on a small project; `start` lets a recorded model work there."""

    def __init__(self, editor: Neovim, project: Path) -> None:
        self.editor = editor
        self.project = project
        self.one = project / "one.py"
        editor.lua(_KEEP_PROGRESS)
        options = {"cmd": SERVER, "confirm": {"focus": True}}
        editor.lua("require('architect').setup(...)", options)
        editor.edit(self.one)
        until(self.daemons, "the server")

    def start(self, model: str, prompt: str = "do it", options: str = "", lines: str = "") -> None:
        self.editor.command(f"{lines}Architect run ++model={model} {options} {prompt}")

    def restart_with(self, model: str) -> None:
        """A new server, with this model for all runs."""
        config = {"llm": {"model": model}}
        self.editor.lua("require('architect.config').options.config = ...", config)
        (old,) = self.daemons()
        self.editor.command("Architect restart")
        until(lambda: self.daemons() not in ([], [old]), "the new server")
        until(self.is_ready, "the server to be ready")

    def is_ready(self) -> bool:
        code = "local c = require('architect.client').all()[1]; return c and c.initialized == true"
        return bool(self.editor.lua(code))

    def diagnostics(self) -> list[tuple[int, str]]:
        """Line, from 0, and source of each."""
        found = self.editor.lua("return vim.diagnostic.get(0)")
        return [(one["lnum"], one["source"]) for one in found]

    def daemons(self) -> list[int]:
        return daemons_below(self.editor.pid)

    def log(self) -> str:
        return self.editor.buffer_text("architect://log/")

    def progress(self) -> list[str]:
        """What work-done progress has told."""
        return self.editor.lua("return _G.progress")

    def is_over(self, words: str = "Done") -> str:
        return self.editor.says(f"{words}, ")

    def waits_at_gate(self) -> int:
        """The process that waits there."""

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
def bench(tmp_path: Path, project: Path) -> Iterator[Bench]:
    environ = {"OPENAI_API_KEY": ""}
    with neovim(tmp_path / "home", folder=project, environ=environ) as editor:
        yield Bench(editor, project)


@pytest.fixture
def gate(project: Path) -> Gate:
    return Gate(project / "gate")


READ = call("read_file", path="one.py")
EDIT_B = call("edit_file", path="one.py", old_str="b = 2\n", new_str="b = 22\n")


def test_from_the_selection_to_the_undo(bench: Bench, tmp_path: Path) -> None:
    command = call("run_command", command="python3 one.py")
    script = (reply("I look.", READ), reply("I edit.", EDIT_B), reply("I run.", command))
    model = recorded(tmp_path / "m.json", *script, reply("Done."))
    bench.editor.keys(f"jV:Architect run ++model={model} ++review=confirm double b<CR>")
    until(bench.editor.is_asking, "the question about the edit")
    assert "-b = 2\n+b = 22" in bench.editor.float_text()
    assert bench.editor.statusline() == "architect: waiting for your answer"
    bench.editor.keys("y")
    until(lambda: "python3 one.py" in bench.editor.float_text(), "the question about the command")
    assert bench.editor.text(bench.one) == "a = 1\nb = 22\nc = 3"
    until(bench.editor.is_asking, "the cursor in the question")
    bench.editor.keys("y")
    bench.is_over()
    # Before the command the buffer was saved.
    assert bench.one.read_bytes() == b"a = 1\nb = 22\nc = 3\n"
    assert "[2] edit_file one.py" in bench.log()
    bench.editor.command("Architect diff")
    until(lambda: "+b = 22" in bench.editor.text(), "the diff")
    bench.editor.command("tabclose")
    bench.editor.command("Architect undo")
    message = bench.editor.says("undid changes in 1 file; to revert: :Architect undo ")
    assert bench.editor.text(bench.one) == TEXT.rstrip("\n")
    bench.editor.command(message.split(": :")[1])
    until(lambda: "b = 22" in bench.editor.text(bench.one), "the undo of the undo")


def test_a_denied_edit_changes_nothing_and_the_model_is_told_why(
    bench: Bench, tmp_path: Path
) -> None:
    model = recorded(tmp_path / "m.json", reply("I edit.", READ, EDIT_B), reply("Then not."))
    bench.start(model, options="++review=confirm")
    until(bench.editor.in_float, "the question")
    bench.editor.command("Architect answer deny b is right")
    bench.is_over("Partly done: an action was denied")
    assert bench.editor.text(bench.one) == TEXT.rstrip("\n")
    assert "b is right" in bench.log()


def test_unsaved_changes_are_what_the_agent_reads_and_edits(bench: Bench, tmp_path: Path) -> None:
    bench.editor.lua("vim.api.nvim_buf_set_lines(0, 1, 2, false, { 'mine = 2' })")
    edit = call("edit_file", path="one.py", old_str="mine = 2\n", new_str="yours = 2\n")
    model = recorded(tmp_path / "m.json", reply("I edit.", READ), reply("", edit), reply("Done."))
    bench.start(model)
    bench.is_over()
    assert bench.editor.text(bench.one) == "a = 1\nyours = 2\nc = 3"
    assert bench.one.read_bytes() == TEXT.encode()


def test_what_is_typed_during_a_run_stays(bench: Bench, gate: Gate, tmp_path: Path) -> None:
    script = (reply("I look.", READ), reply("I wait.", gate.wait), reply("I edit.", EDIT_B))
    bench.start(recorded(tmp_path / "m.json", *script, reply("Done.")))
    bench.waits_at_gate()
    until(lambda: "step 2: run_command cat gate" in bench.progress(), "the progress")
    bench.editor.keys("ggOtyped during the run<Esc>")
    until(lambda: "typed" in bench.editor.text(bench.one), "the typed text")
    gate.open()
    bench.is_over()
    assert bench.editor.text(bench.one) == "typed during the run\na = 1\nb = 22\nc = 3"
    bench.editor.command("Architect undo")
    bench.editor.says("undid changes in 1 file")
    assert bench.editor.text(bench.one) == "typed during the run\na = 1\nb = 2\nc = 3"


def test_what_overlaps_with_the_users_text_is_not_undone(bench: Bench, tmp_path: Path) -> None:
    model = recorded(tmp_path / "m.json", reply("", READ), reply("", EDIT_B), reply("Done."))
    bench.start(model)
    bench.is_over()
    bench.editor.lua("vim.api.nvim_buf_set_lines(0, 1, 2, false, { 'b = 222' })")
    bench.editor.command("Architect undo")
    bench.editor.says("could not undo one.py")
    assert bench.editor.text(bench.one) == "a = 1\nb = 222\nc = 3"


def test_a_second_run_works_while_the_first_waits(bench: Bench, gate: Gate, tmp_path: Path) -> None:
    first = recorded(tmp_path / "1.json", reply("", gate.wait), reply("", EDIT_B), reply("Done."))
    edit = call("edit_file", path="one.py", old_str="c = 3", new_str="c = 33")
    second = recorded(tmp_path / "2.json", reply("", READ), reply("", edit), reply("Done."))
    bench.start(first)
    bench.waits_at_gate()
    bench.start(second)
    until(lambda: bench.editor.text(bench.one) == "a = 1\nb = 2\nc = 33", "the second edit")
    gate.open()
    until(lambda: bench.editor.text(bench.one) == "a = 1\nb = 22\nc = 33", "both edits")
    until(lambda: len([one for one in bench.editor.said if "Done," in one]) == 2, "both ends")


def test_cancelling_ends_the_run_and_its_command(bench: Bench, gate: Gate, tmp_path: Path) -> None:
    script = (reply("", READ), reply("", EDIT_B), reply("", gate.wait))
    bench.start(recorded(tmp_path / "m.json", *script, reply("Done.")))
    waiting = bench.waits_at_gate()
    bench.editor.command("Architect cancel")
    bench.is_over("Cancelled")
    assert not is_alive(waiting)
    assert bench.editor.text(bench.one) == "a = 1\nb = 22\nc = 3"
    bench.editor.command("Architect undo")
    bench.editor.says("undid changes in 1 file")
    assert bench.editor.text(bench.one) == TEXT.rstrip("\n")


def test_a_server_that_is_killed_in_the_middle_loses_nothing(
    bench: Bench, gate: Gate, tmp_path: Path
) -> None:
    script = (reply("", READ), reply("", EDIT_B), reply("", gate.wait))
    bench.start(recorded(tmp_path / "m.json", *script, reply("Done.")), prompt="fix it")
    waiting = bench.waits_at_gate()
    (daemon,) = bench.daemons()
    bench.editor.lua("vim.uv.kill(..., 'sigkill')", daemon)
    bench.editor.says("server exited unexpectedly (signal 9); restarting (1 of 3)")
    until(lambda: not is_alive(waiting), "the end of the command", timeout_s=60)
    bench.editor.says('run "fix it" was interrupted, 1 file changed')
    assert bench.editor.text(bench.one) == "a = 1\nb = 22\nc = 3"
    bench.editor.command("Architect undo")
    bench.editor.says("undid changes in 1 file")
    assert bench.editor.text(bench.one) == TEXT.rstrip("\n")


def test_an_editor_that_is_killed_leaves_no_process_and_a_session_to_resume(
    tmp_path: Path, project: Path, gate: Gate
) -> None:
    script = (reply("", READ), reply("", EDIT_B), reply("", gate.wait))
    model = recorded(tmp_path / "m.json", *script, reply("Done."))
    with neovim(tmp_path / "home", folder=project) as editor:
        bench = Bench(editor, project)
        bench.start(model, prompt="fix it")
        bench.waits_at_gate()
        started = descendants(editor.pid)
        editor.kill()
        until(lambda: not any(map(is_alive, started)), "the end of all processes", timeout_s=60)
    # The edit was in the buffer alone, and nobody had saved it.
    assert (project / "one.py").read_bytes() in (TEXT.encode(), b"a = 1\nb = 22\nc = 3\n")
    with neovim(tmp_path / "home", folder=project) as editor:
        bench = Bench(editor, project)
        bench.editor.says('run "fix it" was interrupted, 1 file changed')


def test_an_editor_that_is_closed_leaves_no_process(
    bench: Bench, gate: Gate, tmp_path: Path
) -> None:
    bench.start(recorded(tmp_path / "m.json", reply("", gate.wait), reply("Done.")))
    bench.waits_at_gate()
    started = descendants(bench.editor.pid)
    bench.editor.quit()
    until(lambda: not any(map(is_alive, started)), "the end of all processes", timeout_s=60)


def test_a_finding_of_a_review_is_fixed(bench: Bench, tmp_path: Path) -> None:
    finding = call(
        "report_finding",
        path="one.py",
        line=2,
        severity="warning",
        title="b is wrong",
        detail="It should be 22.",
    )
    review = recorded(tmp_path / "review.json", reply("", READ), reply("", finding), reply("One."))
    bench.restart_with(review)
    bench.editor.command("Architect review")
    bench.editor.says("Done, 1 finding, 0 files changed")
    until(lambda: bench.diagnostics() == [(1, "architect")], "the diagnostic")
    bench.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'typed above' })")
    until(lambda: bench.diagnostics() == [(2, "architect")], "the diagnostic further down")
    fix = recorded(tmp_path / "fix.json", reply("", READ), reply("", EDIT_B), reply("Done."))
    bench.restart_with(fix)
    until(lambda: bench.diagnostics() == [(2, "architect")], "the diagnostic after the restart")
    bench.editor.command("3Architect fix")
    until(lambda: "b = 22" in bench.editor.text(bench.one), "the fix")
    assert bench.editor.text(bench.one) == "typed above\na = 1\nb = 22\nc = 3"


def test_a_new_file_is_made_and_undone(bench: Bench, tmp_path: Path) -> None:
    write = call("write_file", path="new/two.py", content="d = 4\n")
    bench.start(recorded(tmp_path / "m.json", reply("", write), reply("Done.")))
    bench.is_over()
    assert (bench.project / "new" / "two.py").read_bytes() == b"d = 4\n"
    bench.editor.command("Architect undo")
    bench.editor.says("undid changes in 1 file")
    assert not (bench.project / "new" / "two.py").exists()


def test_health_is_fine_with_the_real_server(bench: Bench) -> None:
    bench.restart_with("recorded/demo")
    bench.editor.command("checkhealth architect")
    assert "ERROR" not in bench.editor.text()
    assert "connected to" in bench.editor.text()


def test_health_names_settings_that_are_rejected_and_a_model_without_its_key(bench: Bench) -> None:
    bench.restart_with("gpt-4.1")
    bench.editor.command("checkhealth architect")
    assert "runs will fail: no key for 'gpt-4.1'" in bench.editor.text()
    bench.editor.command("close")
    bench.restart_with("recorded/demo")
    bench.editor.command("checkhealth architect")
    assert "settings valid, model recorded/demo" in bench.editor.text()
    bench.editor.command("close")
    config = {"llm": {"modell": "gpt-4.1"}}
    bench.editor.lua("require('architect.config').options.config = ...", config)
    bench.editor.command("Architect restart")
    rejected = "llm.modell: unknown key, did you mean 'model'?"

    def is_rejected() -> bool:
        bench.editor.command("checkhealth architect")
        return rejected in bench.editor.text()

    until(is_rejected, "the rejected setting")
