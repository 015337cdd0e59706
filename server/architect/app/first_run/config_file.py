"""The text of `.architect.yaml`, and what an existing one lacks."""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, cast

from architect.app.first_run.settings import Entry

_PLAIN = re.compile(r"[A-Za-z_./][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./=-]+)*")
_NOT_TEXT = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n", "~", "."})
_WIDTH = 100
_MOST_IN_LINE = 80
_HEAD = """\
# Settings of this project for architect, proposed by `{command}`.
# What is not set keeps its default: docs/configuration.md explains every key, and
# `architect validate-config` checks this file. What starts programs or loosens something, such as
# gates and hooks, counts once you have said `architect trust`.
schema_version: 1
"""
_NO_GATES = """
# No command was found that tests this project. Name what has to succeed before a run is done:
# guardrails:
#   quality_gates:
#     - {name: tests, command: ./run-tests, timeout: 600}
"""


def config_text(entries: Sequence[Entry], command: str) -> str:
    """A whole new file; `command` is what proposed it."""
    has_gates = any(entry.key == "quality_gates" for entry in entries)
    head = _HEAD.format(command=command)
    return f"{head}{_sections(entries)}{'' if has_gates else _NO_GATES}"


def with_missing(existing: str, values: Mapping[str, Any], entries: Sequence[Entry]) -> str:
    """`existing`, which says `values`, with what it does not say yet behind it.

    What belongs into a section that stands there is a comment, since a key cannot stand twice.
    """
    new = [entry for entry in entries if entry.section not in values]
    there = [
        entry
        for entry in entries
        if entry.section in values and not _says(values[entry.section], entry.key)
    ]
    text = existing if existing.endswith("\n") or not existing else f"{existing}\n"
    comments = (f"# {line}".rstrip() for line in _sections(there).strip("\n").split("\n"))
    tail = "\n# Into the sections above:\n" + "\n".join(comments) + "\n" if there else ""
    return f"{text}{_sections(new)}{tail}"


def _says(section: object, key: str) -> bool:
    return isinstance(section, dict) and key in cast(dict[str, Any], section)


def _sections(entries: Sequence[Entry]) -> str:
    lines: list[str] = []
    for section, group in groupby(entries, key=lambda entry: entry.section):
        lines += ["", f"{section}:"]
        for entry in group:
            lines += (f"  # {line}" for line in textwrap.wrap(entry.why, _WIDTH - 4))
            lines += (f"  {line}" for line in _lines(entry.key, entry.value))
    return "".join(f"{line}\n" for line in lines)


def _lines(key: str, value: Any) -> Iterator[str]:
    """`key: value` in YAML."""
    if isinstance(value, dict):
        yield f"{key}:"
        for name, inner in cast(dict[str, Any], value).items():
            yield from (f"  {line}" for line in _lines(name, inner))
    elif isinstance(value, list):
        yield from _list_lines(key, cast(list[Any], value))
    elif isinstance(value, str) and "\n" in value:
        yield f"{key}: |"
        yield from (f"  {line}" for line in value.rstrip("\n").split("\n"))
    else:
        yield f"{key}: {_scalar(value)}"


def _list_lines(key: str, items: list[Any]) -> Iterator[str]:
    if all(not isinstance(item, dict) for item in items):
        in_line = f"{key}: [{', '.join(map(_scalar, items))}]"
        if len(in_line) <= _MOST_IN_LINE:
            yield in_line
            return
        yield f"{key}:"
        yield from (f"  - {_scalar(item)}" for item in items)
        return
    yield f"{key}:"
    for item in items:
        inner = [line for name, value in item.items() for line in _lines(name, value)]
        yield f"  - {inner[0]}"
        yield from (f"    {line}" for line in inner[1:])


def _scalar(value: Any) -> str:
    """One value; a text in double quotes is the same in YAML as in JSON, if it is printable."""
    if not isinstance(value, str):
        return json.dumps(value)
    is_plain = _PLAIN.fullmatch(value) is not None and value.lower() not in _NOT_TEXT
    return value if is_plain else json.dumps(value, ensure_ascii=False)
