"""What people read is marked for translation where it stands.

Texts are found by what takes them: the faults that end a command or a run, what click says of a
command line, and the functions that print.
"""

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from scripts.locales.messages import SERVER

FAULTS = frozenset({"UserError", "ModelFault", "PortFault", "JournalFault"})
"""With all that are made of them. `ToolFault` is none: it is the result of a call."""

ONLY_MODELS_READ = frozenset(
    {
        "SearchFault",  # a pattern of theirs
        "ShellFault",  # a command of theirs
        "WebFault",  # an address of theirs
    }
)
CLICK = frozenset({"UsageError", "BadParameter", "ClickException"})
PRINTING = frozenset(
    {"print", "echo", "secho", "print_result", "print_note", "say", "_say", "show_message"}
)

EXCEPTIONS = {
    "testing/": "fakes, which nobody meets outside of tests",
    "tools/": "results of calls",
    "mcp_server/allowed_mode.py": "results of calls, for models of others",
    "mcp_server/tools/": "the same",
    "execution/proposing_workspace.py": "results of calls",
}

_A_WORD = re.compile(r"(?<![-\w])[A-Za-z][a-z']+")
"""Not a name of an option."""


class Calls(NamedTuple):
    """Calls that are given words in no mark, by the name of what is called, and where.

    `bases` are those of each class.
    """

    places: Mapping[str, Sequence[str]]
    bases: Mapping[str, frozenset[str]]

    def of(self, names: Iterable[str]) -> list[str]:
        return sorted(place for name in names for place in self.places.get(name, ()))

    def with_subclasses(self, names: frozenset[str]) -> frozenset[str]:
        """`names` and the classes that are made of them, but for what only models read."""
        made = {name for name, own in self.bases.items() if own & names} - ONLY_MODELS_READ
        return names if made <= names else self.with_subclasses(names | made)


@pytest.fixture(scope="module")
def calls() -> Calls:
    return calls_in(SERVER)


def test_faults_that_people_read_are_marked(calls: Calls) -> None:
    assert calls.of(calls.with_subclasses(FAULTS) | CLICK) == []


def test_what_is_printed_is_marked(calls: Calls) -> None:
    assert calls.of(PRINTING) == []


def test_words_are_seen_however_they_are_put_together(tmp_path: Path) -> None:
    (tmp_path / "faults.py").write_text(_FAULTS)
    found = calls_in(tmp_path)
    assert found.of(found.with_subclasses(FAULTS)) == ["faults.py:5", "faults.py:6"]
    assert found.of(PRINTING) == ["faults.py:7", "faults.py:8", "faults.py:9"]


_FAULTS = """\
class OwnError(UserError): pass
class SearchFault(PortFault): pass
raise SearchFault("for a model")
raise OwnError(english("for people"))
raise OwnError("for people")
error = UserError(f"no {name} here")
say("for " + name + " people")
print(many if many else "no one")
self.say(text or "no one")
print(f"{name}: --an-option {value}")
"""


def calls_in(folder: Path) -> Calls:
    places: dict[str, list[str]] = {}
    bases: dict[str, frozenset[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        path = file.relative_to(folder).as_posix()
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = frozenset(map(_name, node.bases))
            elif isinstance(node, ast.Call) and not path.startswith(tuple(EXCEPTIONS)):
                lines = [one.lineno for one in node.args if len(_A_WORD.findall(_said(one))) > 1]
                places.setdefault(_name(node.func), []).extend(f"{path}:{line}" for line in lines)
    return Calls(places, bases)


def _said(value: ast.expr) -> str:
    """What is said as it stands in the source, wherever in `value`; calls are looked at alone."""
    match value:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts) | ast.BoolOp(values=parts):
            return " ".join(map(_said, parts))
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return f"{_said(one)} {_said(other)}"
        case _:
            return ""


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
