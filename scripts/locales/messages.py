"""Every text that is translated, as the sources have it in English."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from click import core
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from architect.cli.command_list import command_modules, summary_of
from architect.cli.localized_help import texts_of
from architect.cli.main import architect
from architect.policy.shell.programs.table import TABLE, reasons

SERVER = Path(__file__).parents[2] / "server" / "architect"

_LIKE_OURS = {"_": "t", "ngettext": "tn"}
_IN_A_VARIABLE = "required"
"""What click translates that does not stand in a call."""

_FUNCTIONS = ("t", "tn", "english")
_BRACES = "python-brace-format"

Said = str | tuple[str, ...]
"""A text, or its singular and its plural."""


def messages() -> Catalog:
    """All of them, in the order of their modules."""
    found = Catalog(fuzzy=False)
    for file, message in (*marked(SERVER), *_of_templates(), *_of_programs(), *_helps()):
        flags = [_BRACES] if "{" in str(message) else []
        found.add(message, locations=[(file, 0)], flags=flags)
    for message in _of_click():
        found.add(message, locations=[("click", 0)])
    return found


def unreadable(folder: Path) -> Iterator[str]:
    """The places where a text is translated that is no text of the source, nor a name for one."""
    for file, function, call in _calls(folder):
        made = any(isinstance(one, (ast.JoinedStr, ast.BinOp)) for one in call.args)
        if made and function in _FUNCTIONS:
            yield f"{file}:{call.lineno}"


def marked(folder: Path) -> Iterator[tuple[str, Said]]:
    """What stands in calls of `t`, `tn`, `english` and `counted`, with the file it is in."""
    for file, function, call in _calls(folder):
        for said in _said_by(function, call.args):
            yield file, said


def _calls(folder: Path) -> Iterator[tuple[str, str, ast.Call]]:
    """The calls of functions by their name: the file, the name, the call."""
    for file in sorted(folder.rglob("*.py")):
        nodes = ast.walk(ast.parse(file.read_bytes()))
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            if isinstance(call.func, ast.Name):
                yield file.relative_to(folder).as_posix(), call.func.id, call


def _said_by(function: str, args: Sequence[ast.expr]) -> Iterator[Said]:
    texts = [one.value for one in args if isinstance(one, ast.Constant)]
    match function, [text for text in texts if isinstance(text, str)]:
        case (("t" | "english"), [message, *_]):
            yield message
        case "tn", [one, many, *_]:
            yield one, many
        case "counted", [noun]:
            yield f"{{number}} {noun}", f"{{number}} {noun}s"
        case _:
            pass


def _of_templates() -> Iterator[tuple[str, Said]]:
    """What stands in calls of `t` and `tn` in templates of pages."""
    for file in sorted(SERVER.rglob("*.jinja")):
        page = Environment().parse(file.read_text("utf-8"))
        for _, _, said in extract_from_ast(page, ("t", "tn"), babel_style=False):
            match [text for text in said or () if text]:
                case [text]:
                    yield file.relative_to(SERVER).as_posix(), text
                case texts:
                    yield file.relative_to(SERVER).as_posix(), tuple(texts)


def _of_programs() -> Iterator[tuple[str, str]]:
    """What the table says of calls of programs; who asks about one names the call before it."""
    file = TABLE.relative_to(SERVER).as_posix()
    yield from _in(file, (f"{{call}} {reason}" for reason in reasons()))


def _of_click() -> Iterator[Said]:
    for _, function, call in _calls(Path(core.__file__).parent):
        if ours := _LIKE_OURS.get(function):
            yield from _said_by(ours, call.args)
    yield _IN_A_VARIABLE


def _helps() -> Iterator[tuple[str, str]]:
    """What `--help` says of each command: it is declared without `t`."""
    context = click.Context(architect)
    yield from _in("cli/main.py", texts_of(architect))
    for name, module in command_modules().items():
        command = architect.get_command(context, name)
        assert command is not None, f"{name} is no command"
        file = "/".join(module.split(".")[1:]) + ".py"
        yield from _in(file, [summary_of(module), *texts_of(command)])


def _in(file: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        yield file, text
