"""What is known about programs: `table.json` as values."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any, cast

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.programs.options import OptionSpec, option_spec
from architect.policy.shell.verdict import UNKNOWN, CommandClass

TABLE = Path(__file__).with_name("table.json")


@frozen
class Rule:
    """When a program or one of its subcommands is of `command_class`.

    `options` None means any; `operands` None means any number; `operand` must match each of them;
    one of `needs` must be given; no word may contain `never`. The texts say what is wrong
    otherwise. `subcommands` holds the rules by their words, with alternatives.
    """

    command_class: CommandClass
    options: OptionSpec | None = None
    options_first: bool = False
    why: Mapping[str, str] = field(default_factory=dict[str, str])
    why_not: str = ""
    operands: int | None = None
    too_many: str = ""
    operand: re.Pattern[str] | None = None
    wrong_operand: str = ""
    needs: frozenset[str] = frozenset()
    never: re.Pattern[str] | None = None
    never_why: str = ""
    script: str = ""
    is_test: bool = False
    inside: frozenset[str] = frozenset()
    subcommands: Mapping[tuple[str, ...], tuple["Rule", ...]] = field(
        default_factory=dict[tuple[str, ...], tuple["Rule", ...]]
    )


@frozen
class Wrapper:
    """A program that runs the command behind its options and `operands` operands."""

    options: OptionSpec
    operands: int = 0
    assignments: bool = False
    adds_operands: bool = False
    least: CommandClass = CommandClass.SAFE
    only_dev: bool = False


@frozen
class Table:
    """Rules by program, wrappers by their words, version words by program, reasons of the rest."""

    rules: Mapping[str, tuple[Rule, ...]]
    wrappers: Mapping[tuple[str, ...], Wrapper]
    versions: Mapping[str, frozenset[str]]
    dangerous: Mapping[str, str]
    names: Mapping[str, frozenset[str]]


@cache
def load_table() -> Table:
    """The table; read once."""
    document = json.loads(TABLE.read_bytes())
    return Table(
        _Rules(_rows(document), document["option_sets"]),
        dict(_wrappers(document["wrappers"])),
        _versions(document["version"]),
        {name: reason for reason, names in document["dangerous"].items() for name in names.split()},
        {kind: frozenset(text.split()) for kind, text in document["names"].items()},
    )


class _Rules(Mapping[str, tuple[Rule, ...]]):
    """Rules by program, each made when it is first asked for: all of them would take 15 ms."""

    def __init__(self, rows: Mapping[str, Any], sets: Mapping[str, str]) -> None:
        self._rows = rows
        self._sets = sets
        self._made: dict[str, tuple[Rule, ...]] = {}

    def __getitem__(self, program: str) -> tuple[Rule, ...]:
        if program not in self._made:
            self._made[program] = _alternatives(self._rows[program], self._sets)
        return self._made[program]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def _rows(document: Mapping[str, Any]) -> dict[str, Any]:
    """What the table says of each program."""
    rows: dict[str, Any] = {}
    for command_class in ("safe", "dev"):
        programs = document[f"{command_class}_with_any_options"]["programs"].split()
        rows.update({program: {"class": command_class} for program in programs})
    for names, row in document["programs"].items():
        rows.update(dict.fromkeys(names.split(", "), row))
    return rows


def names(kind: str) -> frozenset[str]:
    """The names of one kind in the table."""
    return load_table().names[kind]


def reasons() -> list[str]:
    """All that is said of a call, behind its name, sorted."""
    document = json.loads(TABLE.read_bytes())
    return sorted({UNKNOWN, *document["dangerous"], *_said_in(document["programs"])})


_SAYS = frozenset({"why_not", "too_many", "wrong_operand", "not_why"})


def _said_in(part: Any) -> Iterator[str]:
    """What `part` of the table says, wherever it stands in it."""
    if isinstance(part, list):
        for row in cast(list[Any], part):
            yield from _said_in(row)
    if isinstance(part, dict):
        for key, inner in cast(dict[str, Any], part).items():
            if key == "why":
                yield from inner.values()
            elif key in _SAYS:
                yield inner
            else:
                yield from _said_in(inner)


def _alternatives(row: Any, sets: Mapping[str, str]) -> tuple[Rule, ...]:
    rows = cast(list[dict[str, Any]], row if isinstance(row, list) else [row])
    return tuple(_rule(one, sets) for one in rows)


def _rule(row: dict[str, Any], sets: Mapping[str, str]) -> Rule:
    options = row.get("options")
    return Rule(
        command_class=CommandClass(row["class"]),
        options=None if options is None else _options(options, sets),
        options_first=row.get("options_first", False),
        why=row.get("why", {}),
        why_not=row.get("why_not", ""),
        operands=row.get("operands"),
        too_many=row.get("too_many", ""),
        operand=_pattern(row.get("operand")),
        wrong_operand=row.get("wrong_operand", ""),
        needs=frozenset(row.get("needs", "").split()),
        never=_pattern(row.get("not")),
        never_why=row.get("not_why", ""),
        script=row.get("script", ""),
        is_test=row.get("test", False),
        inside=frozenset(row.get("inside", ())),
        subcommands={
            tuple(words.split()): alternatives
            for key, inner in row.get("subcommands", {}).items()
            for alternatives in [_alternatives(inner, sets)]
            for words in key.split(", ")
        },
    )


@cache
def _options_of(text: str) -> OptionSpec:
    return option_spec(text)


def _options(text: str, sets: Mapping[str, str]) -> OptionSpec:
    words = (sets[word[1:]] if word.startswith("@") else word for word in text.split())
    return _options_of(" ".join(words))


def _pattern(text: str | None) -> re.Pattern[str] | None:
    return None if text is None else re.compile(text)


def _wrappers(rows: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Wrapper]]:
    for names, row in rows.items():
        if names == "why":
            continue
        wrapper = Wrapper(
            options=option_spec(row["options"]),
            operands=row.get("operands", 0),
            assignments=row.get("assignments", False),
            adds_operands=row.get("adds_operands", False),
            least=CommandClass(row.get("least", "safe")),
            only_dev=row.get("only") == "dev",
        )
        for name in names.split(", "):
            yield tuple(name.split()), wrapper


def _versions(rows: Mapping[str, str]) -> dict[str, frozenset[str]]:
    words: dict[str, set[str]] = {}
    for word, programs in rows.items():
        for program in programs.split() if word != "why" else ():
            words.setdefault(program, set()).add(word)
    return {program: frozenset(found) for program, found in words.items()}


_NUMBERED = lazy_pattern(r"(python|pypy|pip|ruby|php|node|lua|gcc|g\+\+|clang|clang\+\+)-?[\d.]+")


def base_name(program: str) -> str:
    """The name that stands in the table: `python` for `python3.12`."""
    found = _NUMBERED.fullmatch(program)
    return found[1] if found else program


def longest_match(
    words: Sequence[str | None], keys: Mapping[tuple[str, ...], Any]
) -> tuple[str, ...] | None:
    """The longest of `keys` that `words` start with; None stands for an unknown word."""
    for length in (3, 2, 1):
        key = tuple(word or "\0" for word in words[:length])
        if len(key) == length and key in keys:
            return key
    return None
