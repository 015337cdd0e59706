"""The house rules that can be checked by reading the source or by importing it."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import architect

PACKAGE = Path(architect.__file__).parent
PROJECT = Path(__file__).parents[2]
DEMO = PACKAGE / "cli" / "demo_project"

FENCES = {
    "tools/base.py",
    "agent/checkpointing.py",
    "services/runs.py",
    "execution/shells/recording_shell.py",
    "cli/chat/chat_session.py",
    "cli/main.py",
    "jsonrpc/dispatcher.py",
    "app/run_manager.py",
    "app/workflows/manager.py",
    "lsp/transport/serve.py",
    "acp/discoveries.py",
    "acp/serve.py",
    "mcp_server/sdk_server.py",
    "adapters/models/litellm/model.py",
    "adapters/mcp/connection.py",
    "adapters/telemetry/event_telemetry.py",
    "adapters/keyring/program.py",
    "adapters/process/daemon_thread.py",
}
"""The only places where any exception is caught; two of them raise it again."""

BANNED_METHODS = {"splitlines", "read_text", "write_text"}
"""They take form feeds and U+2028 for line ends, or change line ends."""


def sources() -> Iterator[Path]:
    return (path for path in sorted(PACKAGE.rglob("*.py")) if not path.is_relative_to(DEMO))


def relative(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


def module_names() -> list[str]:
    names = [path.relative_to(PACKAGE.parent).with_suffix("") for path in sources()]
    parts = [name.parent if name.name == "__init__" else name for name in names]
    return [".".join(part.parts) for part in parts]


def python(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The finished run of `script` in a fresh interpreter."""
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_the_import_contracts_hold() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run(
        [program, "--no-cache"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


IMPORT_EVERYTHING = """
import importlib, json, sys

opened = []

def watch(event, arguments):
    if event.startswith("socket.") or event == "subprocess.Popen":
        opened.append(event)
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        opened.append(f"open {arguments[0]} {arguments[1]}")

sys.addaudithook(watch)
for name in sys.argv[1:]:
    if name != "architect.__main__":
        importlib.import_module(name)
heavy = [name for name in ("litellm", "mcp", "rich", "httpx", "openai") if name in sys.modules]
print(json.dumps({"opened": opened, "heavy": heavy}), file=sys.stderr)
"""


def test_importing_every_module_does_nothing() -> None:
    run = python(IMPORT_EVERYTHING, *module_names())
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    assert json.loads(run.stderr) == {"opened": [], "heavy": []}


def test_every_module_is_among_those_that_are_imported() -> None:
    names = module_names()
    assert "architect" in names
    assert "architect.agent.loop" in names
    assert len(set(names)) == len(names) > 100


HELP = """
import sys
sys.argv = ["architect", "--help"]
from architect.cli.main import main
try:
    main()
finally:
    heavy = ("pydantic", "httpx", "yaml", "rich", "litellm", "mcp", "structlog", "asyncio")
    print([name for name in heavy if name in sys.modules], file=sys.stderr)
"""


def test_help_is_shown_without_importing_the_world() -> None:
    run = python(HELP)
    assert run.returncode == 0, run.stderr
    assert "Commands:" in run.stdout
    assert run.stderr == "[]\n"


RUN = """
import sys
import architect.cli.run_session
unneeded = ("architect.adapters.records.journal_reader", "architect.services.hunk_review", "rich")
print([name for name in unneeded if name in sys.modules])
"""


def test_a_run_in_a_new_session_does_not_import_what_reads_old_ones() -> None:
    run = python(RUN)
    assert (run.returncode, run.stdout, run.stderr) == (0, "[]\n", "")


def test_which_options_keep_git_from_running_anything_is_said_in_one_place() -> None:
    said = [relative(path) for path in sources() if "core.fsmonitor=false" in path.read_text()]
    assert said == ["adapters/git_environment.py"]


def test_package_files_hold_a_docstring_only() -> None:
    for path in sources():
        if path.name != "__init__.py":
            continue
        tree = tree_of(path)
        assert ast.get_docstring(tree), relative(path)
        rest = [ast.unparse(node) for node in tree.body[1:]]
        if relative(path) == "__init__.py":
            rest = [line for line in rest if "__version__" not in line]
        assert rest == [], relative(path)


def banned_uses(tree: ast.Module) -> list[str]:
    """Each banned method with what it is called on, but for that of our own `ResultStream`."""
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in BANNED_METHODS
        and ast.unparse(node) not in ("self.write_text", "results.write_text")
    ]


def test_no_file_content_goes_through_what_mistakes_its_line_ends() -> None:
    uses = {relative(path): banned_uses(tree_of(path)) for path in sources()}
    assert {path: found for path, found in uses.items() if found} == {}


@pytest.mark.parametrize("method", sorted(BANNED_METHODS))
def test_the_search_for_banned_methods_finds_them(method: str) -> None:
    assert banned_uses(ast.parse(f"lines = path.{method}()")) == [f"path.{method}"]


def catches_everything(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(
        isinstance(one, ast.Name) and one.id in ("Exception", "BaseException") for one in caught
    )


def test_only_the_named_fences_catch_every_exception() -> None:
    catching = {
        relative(path)
        for path in sources()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ExceptHandler) and catches_everything(node)
    }
    assert catching == FENCES


@pytest.mark.parametrize(
    "source", ["except Exception: ...", "except: ...", "except (E, Exception): ..."]
)
def test_the_search_for_fences_finds_one(source: str) -> None:
    tree = ast.parse(f"try: ...\n{source}")
    handlers = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
    assert [catches_everything(handler) for handler in handlers] == [True]


def test_immutable_values_are_quick_to_define() -> None:
    slow = [relative(path) for path in sources() if _defines_a_frozen_dataclass(path.read_text())]
    assert not slow, "use architect.frozen.frozen: each dataclass costs every start 0.4 ms"


def test_the_search_for_frozen_dataclasses_finds_one() -> None:
    assert _defines_a_frozen_dataclass("@dataclass(slots=True, frozen=True)\nclass A:\n    a: int")


def _defines_a_frozen_dataclass(source: str) -> bool:
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return any(
        isinstance(call.func, ast.Name)
        and call.func.id == "dataclass"
        and any(keyword.arg == "frozen" for keyword in call.keywords)
        for call in calls
    )
