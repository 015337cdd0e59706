"""What lists show of a session, from the bytes of its journal, which may be very long."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import BinaryIO

from architect.adapters.records.journal_reader import record_of
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.session import SessionSummary
from architect.domain.journal.session_fold import SUMMARISED, SessionFold
from architect.lazy_pattern import lazy_pattern

_BLOCK_BYTES = 256_000
_MOST_KNOWN = 10_000
_TAIL_BYTES = 4_000

_NAMES = b"|".join(str(fields(kind)[0].default).encode() for kind in SUMMARISED)
_REPLIES = frozenset({b"model.replied", b"child.replied"})
_EVENT = b'"event":{"type":"'
"""Once a line: in texts, every quotation mark has a backslash in front."""

_START = lazy_pattern(rb'\{"run_id":"[^"]*","seq":\d+,"at":"([^"]*)","event":\{"type":"')
"""How every line begins, so that most of them need not be read any further."""

_SUMMARISED = lazy_pattern(rb'\{"type":"(%s)"' % _NAMES.replace(b".", rb"\."))
_RUN_ID = lazy_pattern(rb'\{"run_id":"([^"]*)"')
_PATH = lazy_pattern(rb'"path":("(?:[^"\\]|\\.)*")')
_COST = lazy_pattern(rb'"cost_usd":(null|[-+.\deE]+)[,}]')


@dataclass(slots=True)
class JournalScan:
    """What is known after the first `lines` of a journal, which have `size` bytes.

    `updated_at` is when the last of them was written, as it says, and `tail` the end of it.
    """

    shown_as: str
    fold: SessionFold = field(default_factory=SessionFold)
    lines: int = 0
    size: int = 0
    updated_at: bytes = b""
    tail: bytes = b""
    _known: dict[bytes, str] = field(default_factory=dict[bytes, str])

    def read(self, file: BinaryIO, size: int) -> None:
        """Go on to the last whole line of the `size` bytes of `file`.

        Raises:
            ValueError: a line is not a record.
        """
        file.seek(self.size)
        for block in _blocks(file, size - self.size, is_first=not self.size):
            self._take(block)

    def summary(self, session_id: SessionId, *, is_live: bool) -> SessionSummary | None:
        """The summary; None if there is no line yet.

        Raises:
            ValueError: no run has started in it.
        """
        if not self.lines:
            return None
        at = datetime.fromisoformat(self.updated_at.decode("ascii"))
        summary = self.fold.summary(session_id, is_live=is_live, updated_at=at)
        if summary is None:
            raise ValueError("it has no start of a run")
        return summary

    def _take(self, block: bytes) -> None:
        lines = block.count(b"\n")
        if not lines == block.count(_EVENT) == block.count(b'}\n{"run_id":"') + 1:
            self._require_records(block)
        for found in _SUMMARISED.finditer(block):
            place = found.start()
            end = block.find(b"\n", place)
            if found[1] in _REPLIES and (cost := _COST.search(block, place, end)):
                self.fold.pay(None if cost[1] == b"null" else float(cost[1]))
            else:
                self._count(block, found[1], place, end)
        last = block[block.rfind(b"\n", 0, -1) + 1 :]
        start = _START.match(last)
        if start is None or not _START.match(block) or not last.endswith(b"}\n"):
            self._require_records(block)
        else:
            self.updated_at = start[1]
        self.lines += lines
        self.size += len(block)
        self.tail = last[-_TAIL_BYTES:]

    def _require_records(self, block: bytes) -> None:
        for number, line in enumerate(block[:-1].split(b"\n"), start=self.lines + 1):
            if not (_START.match(line) and line.endswith(b"}")):
                raise ValueError(f"line {number} is not a record")

    def _count(self, block: bytes, kind: bytes, place: int, end: int) -> None:
        begin = block.rfind(b"\n", 0, place) + 1
        run_id = _RUN_ID.match(block, begin)
        if kind == b"file.changed" and run_id and (path := _PATH.search(block, place, end)):
            self.fold.change(RunId(self._text(b'"%s"' % run_id[1])), self._text(path[1]))
        else:
            number = self.lines + block.count(b"\n", 0, begin) + 1
            record = record_of(block[begin:end], shown_as=self.shown_as, number=number)
            self.fold.add(record)

    def _text(self, quoted: bytes) -> str:
        """A JSON string as text; most of them come many times."""
        known = self._known.get(quoted)
        if known is None:
            known = str(json.loads(quoted))
            if len(self._known) < _MOST_KNOWN:
                self._known[quoted] = known
        return known


def _blocks(file: BinaryIO, left: int, *, is_first: bool) -> Iterator[bytes]:
    """The whole lines of what is left, some at a time; a first line may be without its end."""
    rest = b""
    while left > 0 and (read := file.read(min(left, _BLOCK_BYTES))):
        left -= len(read)
        end = read.rfind(b"\n") + 1
        if not end:
            rest += read
            continue
        yield rest + read[:end]
        rest, is_first = read[end:], False
    if rest and is_first:
        yield rest + b"\n"
