"""What real language servers of a real Neovim report reaches the model with its edits."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.journals import read_journal
from tests.support.neovim import Neovim, neovim
from tests.support.processes import daemons_below
from tests.support.recorded_model import call, recorded, reply
from tests.support.until import until

from architect.domain.journal.call_events import ToolFinished
from architect.frozen import frozen

SERVER = [sys.executable, "-m", "architect", "lsp"]
MODULES = Path(__file__).parents[3] / "client-vscode/node_modules"
TEXT = "def double(number: int) -> int:\n    return number * 2\n"
_START = """
    vim.lsp.start({ name = 'checker', cmd = ..., root_dir = vim.fn.getcwd(),
      init_options = { tsserver = { path = vim.env.TSSERVER } },
      settings = { python = { analysis = { diagnosticMode = 'openFilesOnly' } } } })
    """


@frozen
class Checker:
    """A language server with what it is shown; `wrong` is the error that the model makes."""

    cmd: tuple[str, ...]
    file: str
    text: str
    broken_line: str
    value: str
    wrong: str
    error: str


PYRIGHT = Checker(
    (str(Path(sys.executable).with_name("pyright-langserver")), "--stdio"),
    "one.py",
    TEXT,
    "x: int = ''",
    "number * 2",
    "str(number)",
    'one.py:3: error: Pyright: Type "str" is not assignable to return type',
)
TYPESCRIPT = Checker(
    (str(MODULES / ".bin/typescript-language-server"), "--stdio"),
    "one.ts",
    "export function double(number: number): number {\n  return number * 2;\n}\n",
    "export const x: number = '';",
    "number * 2",
    "String(number)",
    "one.ts:3: error: typescript: Type 'string' is not assignable to type 'number'.",
)


def start(editor: Neovim, checker: Checker) -> None:
    """Start the language server for the buffer that is shown."""
    editor.lua(_START, list(checker.cmd))
    ready = "return #vim.lsp.get_clients({ name = 'checker', bufnr = 0 })"
    until(lambda: editor.lua(ready) == 1, "the language server")


@pytest.mark.parametrize("checker", [PYRIGHT, TYPESCRIPT], ids=["pyright", "typescript"])
def test_a_type_error_of_an_edit_stands_in_its_result(
    tmp_path: Path, checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    if checker is TYPESCRIPT and not Path(checker.cmd[0]).exists():
        pytest.skip("client-vscode is not installed")
    monkeypatch.setenv("TSSERVER", str(MODULES / "typescript/lib/tsserver.js"))
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    one = project / checker.file
    one.write_text(checker.text)
    change = {"path": checker.file, "old_str": checker.value, "new_str": checker.wrong}
    wrong = call("edit_file", **change)
    right = call(
        "edit_file", **{**change, "old_str": checker.wrong, "new_str": f"{checker.value} + 0"}
    )
    with neovim(tmp_path / "home", folder=project) as editor:
        config: dict[str, Any] = {"agents": {"build": {"confirm_mode": "yolo"}}}
        editor.lua("require('architect').setup(...)", {"cmd": SERVER, "config": config})
        editor.edit(one)
        until(lambda: daemons_below(editor.pid), "the server")
        start(editor, checker)
        editor.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, { ... })", checker.broken_line)
        until(lambda: editor.lua("return #vim.diagnostic.get(0)") == 1, "its first report")
        model = recorded(
            tmp_path / "m.json", reply("wrong", wrong), reply("right", right), reply("done")
        )
        editor.command(f"Architect run ++model={model} do it")
        editor.says("Done")
    [journal] = (project / ".architect/sessions").glob("*.jsonl")
    events = [record.event for record in read_journal(journal)]
    first, second = [event.text for event in events if isinstance(event, ToolFinished)]
    assert checker.error in first
    assert "New problems" not in second


@frozen
class Case:
    """A project in an editor with its language server; `results` are those of the calls so far."""

    editor: Neovim
    project: Path
    tmp_path: Path

    def results(self, *replies: Any) -> list[str]:
        model = recorded(self.tmp_path / "m.json", *replies, reply("done"))
        self.editor.command(f"Architect run ++model={model} do it")
        self.editor.says("Done")
        [journal] = (self.project / ".architect/sessions").glob("*.jsonl")
        events = [record.event for record in read_journal(journal)]
        return [event.text for event in events if isinstance(event, ToolFinished)]


@contextmanager
def checked_project(tmp_path: Path, checker: Checker) -> Generator[Case]:
    """Its file is open, without a fault, and the server has started: it has reported a fault."""
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    (project / checker.file).write_text(checker.text)
    with neovim(tmp_path / "home", folder=project) as editor:
        config: dict[str, Any] = {"agents": {"build": {"confirm_mode": "yolo"}}}
        editor.lua("require('architect').setup(...)", {"cmd": SERVER, "config": config})
        editor.lua(f"local start = function(...) {_START} end\n{_START_ALL}", list(checker.cmd))
        editor.edit(project / checker.file)
        until(lambda: daemons_below(editor.pid), "the server")
        editor.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, { ... })", checker.broken_line)
        until(lambda: editor.lua("return #vim.diagnostic.get(0)") == 1, "its first report")
        editor.command("silent undo")
        until(lambda: editor.lua("return #vim.diagnostic.get(0)") == 0, "no more")
        yield Case(editor, project, tmp_path)


_START_ALL = """
    local cmd = ...
    vim.api.nvim_create_autocmd('FileType', {
      pattern = { 'python', 'typescript' }, callback = function() start(cmd) end })
    """


@pytest.fixture(params=[PYRIGHT, TYPESCRIPT], ids=["pyright", "typescript"])
def checker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Checker:
    found: Checker = request.param
    if found is TYPESCRIPT and not Path(found.cmd[0]).exists():
        pytest.skip("client-vscode is not installed")
    monkeypatch.setenv("TSSERVER", str(MODULES / "typescript/lib/tsserver.js"))
    return found


def edit(path: str, old: str, new: str) -> Any:
    return reply("edit", call("edit_file", path=path, old_str=old, new_str=new))


def test_edits_without_a_fault_do_not_hide_the_fault_of_the_next(
    tmp_path: Path, checker: Checker
) -> None:
    """Some servers report nothing where nothing is found, before as after an edit."""
    right = [f"{checker.value} + {number}" for number in (1, 2)]
    with checked_project(tmp_path, checker) as case:
        first, second, third = case.results(
            edit(checker.file, checker.value, right[0]),
            edit(checker.file, right[0], right[1]),
            edit(checker.file, right[1], checker.wrong),
        )
    assert "New problems" not in first + second
    assert checker.error.partition(":")[2].partition(":")[2] in third


def test_files_that_are_not_open_are_looked_at_and_stay_closed(
    tmp_path: Path, checker: Checker
) -> None:
    ending = checker.file.partition(".")[2]
    with checked_project(tmp_path, checker) as case:
        closed = case.project / f"closed.{ending}"
        closed.write_text(f"{checker.broken_line}\n{checker.text}")
        wrong = checker.text.replace(checker.value, checker.wrong)
        looked, edited, created, gone = case.results(
            reply("look", call("problems", path=closed.name)),
            edit(closed.name, checker.value, checker.wrong),
            reply("write", call("write_file", path=f"fresh.{ending}", content=wrong)),
            reply("look", call("problems", path=f"none.{ending}")),
        )
        assert looked.startswith(f"closed.{ending}:1: error")
        message = checker.error.partition(": error: ")[2]
        assert f"New problems after this edit:\nclosed.{ending}:3: error: {message}" in edited
        assert f"closed.{ending}:1: error" not in edited
        assert f"New problems after this edit:\nfresh.{ending}:2: error: {message}" in created
        assert "there is no file" in gone
        assert checker.wrong in closed.read_text()
        buffers = "return vim.tbl_map(vim.api.nvim_buf_get_name, vim.api.nvim_list_bufs())"
        assert not [name for name in case.editor.lua(buffers) if name.endswith(closed.name)]
        assert not [text for text in case.editor.said if "rror" in text]


def test_the_model_asks_a_language_server_where_things_are(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    one, two = project / "one.py", project / "two.py"
    one.write_text(TEXT)
    two.write_text("from one import double\n\nprint(double(2))\n")
    at = {"path": "two.py", "symbol": "double", "line": 3}
    asked = [call(name, **at) for name in ("go_to_definition", "find_references", "hover")]
    with neovim(tmp_path / "home", folder=project) as editor:
        config: dict[str, Any] = {"agents": {"build": {"confirm_mode": "yolo"}}}
        editor.lua("require('architect').setup(...)", {"cmd": SERVER, "config": config})
        editor.edit(two)
        until(lambda: daemons_below(editor.pid), "the server")
        start(editor, PYRIGHT)
        replies = [reply(f"look {number}", one) for number, one in enumerate(asked)]
        model = recorded(tmp_path / "m.json", *replies, reply("done"))
        editor.command(f"Architect run ++model={model} do it")
        editor.says("Done")
    [journal] = (project / ".architect/sessions").glob("*.jsonl")
    events = [record.event for record in read_journal(journal)]
    where, used, what = [event.text for event in events if isinstance(event, ToolFinished)]
    assert where == "one.py:1: def double(number: int) -> int:"
    assert used.split("\n")[-2:] == [
        "two.py:1: from one import double",
        "two.py:3: print(double(2))",
    ]
    assert "(function) def double(number: int) -> int" in what


def test_a_rename_over_three_files_is_one_change_that_is_undone_as_one(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    one, two, three = (project / f"{name}.py" for name in ("one", "two", "three"))
    one.write_text(TEXT)
    two.write_text("from one import double\n\nprint('é😀', double(2))\n")
    three.write_text("import one\n\nprint(one.double(3))\n")
    (project / "notes.md").write_text("What double does, doubled.\n")
    before = [path.read_text() for path in (one, two, three)]
    rename = call("rename_symbol", path="two.py", symbol="double", line=3, new_name="twice")
    taken = call("rename_symbol", path="two.py", symbol="print", new_name="tell")
    with neovim(tmp_path / "home", folder=project) as editor:
        config: dict[str, Any] = {"agents": {"build": {"confirm_mode": "yolo"}}}
        editor.lua("require('architect').setup(...)", {"cmd": SERVER, "config": config})
        editor.edit(two)
        until(lambda: daemons_below(editor.pid), "the server")
        start(editor, PYRIGHT)
        editor.edit(one)
        start(editor, PYRIGHT)
        # Pyright looks for the files of a project some time after it has started.
        found = """
            local done
            vim.lsp.get_clients({ name = 'checker', bufnr = 0 })[1]:request(
              'textDocument/references', { textDocument = { uri = vim.uri_from_bufnr(0) },
                position = { line = 0, character = 4 }, context = { includeDeclaration = true } },
              function(_, found) done = #found end)
            vim.wait(2000, function() return done end)
            return done
            """
        until(lambda: editor.lua(found) == 4, "all files")
        replies = [reply("rename", rename), reply("again", taken), reply("done")]
        model = recorded(tmp_path / "m.json", *replies)
        editor.command(f"Architect run ++model={model} do it")
        editor.says("Done")
        [journal] = (project / ".architect/sessions").glob("*.jsonl")
        events = [record.event for record in read_journal(journal)]
        renamed, refused = [event.text for event in events if isinstance(event, ToolFinished)]
        assert renamed == (
            "renamed double to twice: 4 lines in 3 files\n"
            "  one.py: 1 line\n  three.py: 1 line\n  two.py: 2 lines\n"
            "double still stands here, which may be another one, or in a text:\n  notes.md:1"
        )
        assert "Error" in refused
        editor.command("wall")
        assert [path.read_text() for path in (one, two, three)] == [
            text.replace("double", "twice") for text in before
        ]
        editor.command("Architect undo")
        editor.says("undid changes in 3 files")
        editor.command("wall")
        assert [path.read_text() for path in (one, two, three)] == before


IN_PARTS = """
    local root, file = ...
    vim.cmd.edit(root .. '/a.txt')
    local function server(dispatchers)
      local uri = vim.uri_from_fname(file)
      local function report(diagnostics)
        local params = { uri = uri, diagnostics = diagnostics }
        dispatchers.notification('textDocument/publishDiagnostics', params)
      end
      return {
        request = function(method, _, answer)
          local zero = { line = 0, character = 0 }
          local range = { start = zero, ['end'] = zero }
          local problem = { range = range, message = 'wrong', severity = 1 }
          local capabilities = { textDocumentSync = 1, documentSymbolProvider = true }
          if method == 'textDocument/documentSymbol' then
            -- It is still looking at the file, and answers behind that.
            vim.defer_fn(function() report({ problem }); answer(nil, {}) end, 900)
          else
            vim.schedule(function() answer(nil, { capabilities = capabilities }) end)
          end
          return true, 1
        end,
        notify = function(method)
          if method == 'textDocument/didOpen' then vim.schedule(function() report({}) end) end
          return true
        end,
        is_closing = function() return false end,
        terminate = function() end,
      }
    end
    vim.api.nvim_create_autocmd('FileType', { pattern = 'text', callback = function(args)
      vim.lsp.start({ name = 'parts', cmd = server, root_dir = root }, { bufnr = args.buf })
    end })
    local found
    coroutine.wrap(function()
      local asked = { root = vim.uri_from_fname(root), uris = { vim.uri_from_fname(file) } }
      asked.waitMs = 30000
      found = require('architect.problems').on_request(nil, asked)
    end)()
    vim.wait(30000, function() return found ~= nil end)
    return vim.tbl_map(function(each) return each.message end, found.problems)
    """


def test_a_report_that_comes_in_parts_is_waited_for(tmp_path: Path) -> None:
    """A server that is busy has reported nothing wrong so far, and is not done."""
    file = tmp_path / "project" / "closed.txt"
    file.parent.mkdir()
    file.write_text("text\n")
    with neovim(tmp_path / "home", folder=file.parent) as editor:
        assert editor.lua(IN_PARTS, str(file.parent), str(file)) == ["wrong"]
