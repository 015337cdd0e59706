"""What ripgrep says, understood."""

import base64
import json
import os
import re
from typing import Any

from architect.adapters.search.excerpt import excerpt
from architect.adapters.search.hit_collector import FoundLine, HitCollector, LeftOut
from architect.domain.files.globs import glob_matcher
from architect.domain.search import SearchQuery
from architect.lazy_pattern import lazy_pattern

LONGEST_MESSAGE = 1_000_000
"""Bytes about one line; what is longer has a very long line, or thousands of matches in one."""

_FLOOD_BYTES = 4_000_000
"""Of output for matches that are more than enough: time to search in order."""

_TOO_LARGE = lazy_pattern(rb"DEBUG\|ignore::walk\|.*: ignoring (.*): \d+ bytes$", re.DOTALL)
_UNREADABLE = lazy_pattern(rb"rg: (.*): .* \(os error \d+\)$", re.DOTALL)


class RipgrepReader:
    """Takes the JSON lines of ripgrep (https://docs.rs/grep-printer, `JSON`), file by file.

    `is_flooded` says that reading was given up because there are more matches than are wanted: too
    many of them, or with `in_order` the first one. `unread` are the files with matches of which a
    message is longer than `LONGEST_MESSAGE`.
    """

    def __init__(self, query: SearchQuery, *, in_order: bool) -> None:
        self.collector = HitCollector(query)
        self.has_ended = False
        self.is_flooded = False
        self.unread: list[bytes] = []
        self._query = query
        self._in_order = in_order
        self._root = os.fsencode(query.path.real)
        self._is_folder = query.path.real.is_dir()
        self._is_wanted = glob_matcher(query.file_glob)
        self._file: bytes | None = None
        self._lines: list[FoundLine] = []
        self._is_readable = True
        self._bytes = 0

    def take(self, line: bytes) -> bool:
        """Take a message; False if no more are wanted."""
        self._bytes += len(line)
        kind = _kind(line)
        if kind in (b"match", b"context") and self._file is None:
            return not self._is_enough()
        match kind:
            case b"begin":
                self._begin(json.loads(line)["data"])
            case b"match" | b"context" if len(line) > LONGEST_MESSAGE:
                self._is_readable = False
            case b"match" | b"context":
                content = json.loads(line)["data"]
                self._lines += _found_lines(content, self._query, is_match=kind == b"match")
            case b"end":
                self._end(json.loads(line)["data"])
            case b"summary":
                self.has_ended = True
            case _:
                pass
        return not self._is_enough()

    def take_complaint(self, line: bytes) -> bool:
        """Take a line of standard error; whether it is an error."""
        if b"DEBUG|" in line:
            if found := _TOO_LARGE.search(line):
                self._leave_out(found[1], LeftOut.LARGE)
            return False
        if found := _UNREADABLE.match(line):
            self._leave_out(found[1], LeftOut.UNREADABLE)
        return True

    def _is_enough(self) -> bool:
        if self._in_order:
            self.is_flooded = self.collector.is_full and self._file is None
        else:
            self.is_flooded = self.collector.is_full and self._bytes > _FLOOD_BYTES
        return self.is_flooded

    def _begin(self, content: dict[str, Any]) -> None:
        name = self._name(_bytes(content["path"]))
        is_needed = self._fits(name) and self.collector.is_needed(name)
        self._file = name if is_needed else None
        self._lines = []
        self._is_readable = True

    def _end(self, content: dict[str, Any]) -> None:
        """Only the end of a file says whether it is binary."""
        name = self._name(_bytes(content["path"]))
        if content["binary_offset"] is not None:
            if self._fits(name):
                self.collector.leave_out(name, LeftOut.BINARY)
        elif self._file is not None and self._is_readable:
            self.collector.add(name, self._lines)
        elif self._file is not None:
            self.unread.append(name)
        self._file = None

    def _leave_out(self, path: bytes, why: LeftOut) -> None:
        name = self._name(path)
        if self._fits(name) or (name and why is LeftOut.UNREADABLE):
            self.collector.leave_out(name, why)

    def _name(self, path: bytes) -> bytes:
        """The path below the place that is searched; empty for that place itself and outside."""
        start = self._root.rstrip(b"/") + b"/"
        return path.removeprefix(start) if path.startswith(start) else b""

    def _fits(self, name: bytes) -> bool:
        if not self._is_folder:
            return True
        return name != b"" and self._is_wanted(name.decode("utf-8", "replace"))


def _kind(message: bytes) -> bytes:
    """Its type, which stands in front except in the summary, without taking it apart."""
    start = b'{"type":"'
    if not message.startswith(start):
        return json.loads(message)["type"].encode()
    return message[len(start) : message.find(b'"', len(start))]


def _found_lines(content: dict[str, Any], query: SearchQuery, *, is_match: bool) -> list[FoundLine]:
    """The line of a message, or several if the file has old Mac line ends."""
    raw = _bytes(content["lines"])
    number: int = content["line_number"]
    submatches: list[dict[str, Any]] = content["submatches"]
    if number == 1 and b"\r" in raw and not raw.endswith(b"\n"):
        return _lines_at_cr(raw, [match["start"] for match in submatches] or [0], query)
    text = raw.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")
    start = submatches[0]["start"] if submatches else 0
    shown = excerpt(text, len(raw[:start].decode("utf-8", "replace")))
    return [(number, shown, is_match)]


def _lines_at_cr(raw: bytes, starts: list[int], query: SearchQuery) -> list[FoundLine]:
    """The matching lines of a whole file without any LF, and their context."""
    firsts: dict[int, int] = {}
    lines = raw.split(b"\r")
    at = 0
    for index, line in enumerate(lines):
        while starts and starts[0] <= at + len(line):
            firsts.setdefault(index, starts.pop(0) - at)
        at += len(line) + 1
    if not lines[-1]:
        lines.pop()
    matching = sorted(firsts)[: query.max_hits + 1]
    near = query.context_lines
    wanted = {i for hit in matching for i in range(hit - near, hit + near + 1)}
    return [
        (
            index + 1,
            excerpt(_text(lines[index]), len(_text(lines[index][: firsts.get(index, 0)]))),
            index in matching,
        )
        for index in sorted(wanted)
        if 0 <= index < len(lines)
    ]


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")


def _bytes(text: dict[str, str]) -> bytes:
    """What ripgrep writes as `text` if it is UTF-8, else as `bytes` in base 64."""
    return base64.b64decode(text["bytes"]) if "bytes" in text else text["text"].encode()
