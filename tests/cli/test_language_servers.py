"""Language servers that the configuration names: what they find, know and change."""

import json
import socket
import sys
from pathlib import Path

import pytest
from tests.cli.talk import Talk, talk
from tests.support.command import Project
from tests.support.processes import running_with
from tests.support.provider_server import Call, Reply
from tests.support.repository import commit_all

MODULES = Path(__file__).parents[2] / "client-vscode/node_modules"
PYRIGHT = [str(Path(sys.executable).with_name("pyright-langserver")), "--stdio"]
TYPESCRIPT = [str(MODULES / ".bin/typescript-language-server"), "--stdio"]
FAKE = Path(__file__).parents[1] / "support/language_server.py"
DONE = Reply("all done")
ONE = "def double(number: int) -> int:\n    return number * 2\n"
TWO = "from one import double\n\nprint('é😀', double(2))\n"
THREE = "import one\n\nwrong: int = ''\nprint(one.double(3))\n"


def calls(name: str, **arguments: object) -> Reply:
    return Reply(calls=[Call(name, json.dumps(arguments))])


def edit(path: str, old: str, new: str) -> Reply:
    return calls("edit_file", path=path, old_str=old, new_str=new)


def served(project: Project, *replies: Reply, **servers: list[str]) -> Talk:
    settings = {
        "ARCHITECT__LSP__SERVERS": json.dumps(servers),
        "ARCHITECT__COMMANDS__SANDBOX_PATHS": json.dumps([str(MODULES), str(FAKE)]),
    }
    return talk(project, [*replies, DONE], "--mode", "yolo", "--json", settings=settings)


def python_project(project: Project) -> None:
    for name, text in (("one.py", ONE), ("two.py", TWO), ("three.py", THREE)):
        project.write(name, text)


def test_pyright_finds_the_error_of_an_edit_and_no_older_one(project: Project) -> None:
    python_project(project)
    done = served(
        project,
        edit("one.py", "number * 2", "str(number)"),
        edit("one.py", "str(number)", "number * 3"),
        edit("three.py", "(3)", "('x')"),
        calls("problems", path="three.py"),
        python=PYRIGHT,
    )
    wrong, right, third, problems = done.results()
    error = 'one.py:2: error: Pyright: Type "str" is not assignable to return type "int"'
    assert f"New problems after this edit:\n{error}" in wrong
    assert "New problems" not in right
    assert "three.py:4: error: Pyright: Argument of type" in third
    assert "three.py:3" not in third
    assert "three.py:3: error: Pyright" in problems
    assert "three.py:4: error: Pyright" in problems
    assert not running_with(str(project.folder))


def test_pyright_finds_the_errors_of_a_new_file_and_of_a_rename(project: Project) -> None:
    python_project(project)
    project.write("four.py", "def half(number: int) -> int:\n    return number // 2\n")
    done = served(
        project,
        calls("write_file", path="new.py", content="from one import double\nx: str = double(1)\n"),
        edit("four.py", "number // 2", "number / 2"),
        calls("rename_symbol", path="new.py", symbol="double", new_name="x"),
        python=PYRIGHT,
    )
    created, edited, renamed = done.results()
    assert 'new.py:2: error: Pyright: Type "int" is not assignable' in created
    assert 'four.py:2: error: Pyright: Type "float" is not assignable' in edited
    assert "renamed double to x: 6 lines in 4 files" in renamed
    told = renamed.partition("New problems after this edit:\n")[2]
    assert 'new.py:2: error: Pyright: Object of type "str" is not callable' in told


def test_pyright_knows_where_symbols_are_and_renames_them(project: Project) -> None:
    python_project(project)
    at = {"path": "two.py", "symbol": "double", "line": 3}
    done = served(
        project,
        calls("go_to_definition", **at),
        calls("hover", **at),
        calls("find_references", path="one.py", symbol="double"),
        calls("rename_symbol", **at, new_name="twice"),
        calls("format_document", path="one.py"),
        calls("hover", path="none.md", symbol="x"),
        python=PYRIGHT,
    )
    definition, hover, references, renamed, formatted, other = done.results()
    assert definition == "one.py:1: def double(number: int) -> int:"
    assert "(function) def double(number: int) -> int" in hover
    assert references.split("\n") == [
        "one.py:1: def double(number: int) -> int:",
        "three.py:4: print(one.double(3))",
        "two.py:1: from one import double",
        "two.py:3: print('é😀', double(2))",
    ]
    assert renamed.split("\n")[0] == "renamed double to twice: 4 lines in 3 files"
    assert "no formatter is set up for 'one.py'" in formatted
    assert "there is no file 'none.md'" in other
    texts = [project.read(name) for name in ("one.py", "two.py", "three.py")]
    assert texts == [text.replace("double", "twice") for text in (ONE, TWO, THREE)]
    assert project.architect("undo").code == 0
    assert [project.read(name) for name in ("one.py", "two.py", "three.py")] == [ONE, TWO, THREE]


@pytest.mark.skipif(not Path(TYPESCRIPT[0]).exists(), reason="client-vscode is not installed")
def test_typescript_is_checked_renamed_and_formatted(project: Project) -> None:
    (project.folder / "node_modules").symlink_to(MODULES)
    project.write("tsconfig.json", '{"compilerOptions": {"strict": true, "types": []}}\n')
    project.write("one.ts", "export function double(n: number): number {\n  return n * 2;\n}\n")
    project.write("two.tsx", "import {double} from './one';\nexport const x = double( 2 );\n")
    done = served(
        project,
        edit("one.ts", "n * 2", "String(n)"),
        calls("rename_symbol", path="one.ts", symbol="double", new_name="twice"),
        calls("format_document", path="two.tsx"),
        typescript=TYPESCRIPT,
    )
    wrong, renamed, formatted = done.results()
    assert "one.ts:2: error: typescript: Type 'string' is not assignable to type 'number'" in wrong
    assert (
        renamed
        == "renamed double to twice: 3 lines in 2 files\n  one.ts: 1 line\n  two.tsx: 2 lines"
    )
    assert formatted.startswith("edited two.tsx: +2 -2")
    text = "import { twice } from './one';\nexport const x = twice(2);\n"
    assert project.read("two.tsx") == text


def test_a_server_that_is_not_there_is_named_and_the_run_goes_on(project: Project) -> None:
    project.write("one.py", ONE)
    done = served(project, edit("one.py", "* 2", "* 3"), python=["no-such-server", "--stdio"])
    assert done.code == 0
    assert done.results()[0].startswith("edited one.py: +1 -1")
    assert not {"problems", "hover", "rename_symbol"} & set(done.tools())
    reason = "'no-such-server' was not found; install it, or take it out of lsp.servers"
    assert reason in done.stderr
    settings = {"ARCHITECT__LSP__SERVERS": json.dumps({"python": ["no-such-server"]})}
    doctor = project.architect("doctor", environment=settings)
    assert "lsp.servers.python" in doctor.stdout.decode()
    assert reason in doctor.stdout.decode()


def test_a_project_that_is_not_trusted_starts_no_server(project: Project) -> None:
    project.write("one.py", ONE)
    project.write(
        ".architect/config.yaml", f"lsp: {{servers: {{python: {json.dumps(PYRIGHT)}}}}}\n"
    )
    done = talk(project, [edit("one.py", "* 2", "* 3"), DONE], "--mode", "yolo", "--json")
    assert "hover" not in done.tools()


@pytest.mark.parametrize(
    ("servers", "error"),
    [
        ({"pyhton": ["x"]}, "no language is called 'pyhton', did you mean 'python'?"),
        ({"python": []}, "lsp.servers.python"),
        ({"python": ["  "]}, "must not be blank"),
        ({"python": "pyright-langserver"}, "lsp.servers.python"),
        (["pyright-langserver"], "lsp.servers"),
    ],
)
def test_wrong_settings_are_explained(project: Project, servers: object, error: str) -> None:
    project.write("given.yaml", json.dumps({"lsp": {"servers": servers}}))
    done = project.architect("run", "x", "--config", "given.yaml")
    assert done.code == 3
    assert error in done.stderr


def test_a_server_reaches_no_more_than_commands_do(project: Project) -> None:
    """Some load code of the workspace: it finds no key, no home and no network."""
    project.write("one.py", ONE)
    secret = project.home / ".netrc"
    secret.write_text("password hunter2hunter2\n")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = str(listening.getsockname()[1])
        command = [sys.executable, str(FAKE), "reaches", str(secret), port]
        done = served(project, calls("hover", path="one.py", symbol="double"), python=command)
    # Its home is one that is thrown away.
    assert done.results() == ["writes"]
    assert not (project.home / "made").exists()


def test_problems_of_changed_files_are_mentioned(project: Project) -> None:
    project.write("one.py", "bad = 1\n")
    project.write("two.py", "good = 1\n")
    commit_all(project.folder)
    project.write("two.py", "good = 1\nbad = 2\n")
    project.write("new.py", "bad = 3\n")
    server = [sys.executable, str(FAKE), "reports"]
    settings = {
        "ARCHITECT__LSP__SERVERS": json.dumps({"python": server}),
        "ARCHITECT__COMMANDS__SANDBOX_PATHS": json.dumps([str(FAKE)]),
    }
    shown = project.architect("context", "see @problems", "--show", environment=settings).text
    assert "two.py:2: error: fake: bad = 2" in shown
    done = talk(project, [DONE], prompt="fix @problems", settings=settings)
    told = str(done.requests[0].body["messages"])
    assert "<problems from='language servers, of files with uncommitted changes'>" in told
    assert "two.py:2: error: fake: bad = 2" in told
    assert "new.py:1: error: fake: bad = 3" in told
    assert "one.py:1" not in told
