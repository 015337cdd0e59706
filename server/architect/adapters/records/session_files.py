"""The sessions of a workspace, found in its journals."""

import asyncio
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from architect.adapters.files.anchored import Slot, open_listable_folder
from architect.adapters.files.project_folder import NAME
from architect.adapters.files.regular_file import open_regular_slot
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.journal_lock import size_and_writer
from architect.adapters.records.journal_reader import record_of, records_of
from architect.adapters.records.kept_scans import WORTH_KEEPING, keep_scan, known_scan
from architect.adapters.records.session_titles import SUFFIX as TITLE
from architect.adapters.records.session_titles import kept_title
from architect.domain.errors import JournalFault, NotAFileError, UnknownSessionError
from architect.domain.ids import SessionId, is_session_id
from architect.domain.journal.event_json import RENAMED_EVENTS
from architect.domain.journal.events import Record
from architect.domain.journal.session import (
    SessionSummary,
    StoredSession,
    newest_first,
)
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_SUFFIX = ".jsonl"
_TYPE = lazy_pattern(rb'\{"run_id":"[^"]*","seq":\d+,"at":"[^"]*","event":\{"type":"([^"]*)"')
"""How every line of a journal begins."""


class SessionFiles:
    """The journals in `.architect/sessions` below `root`; links are not followed."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def ids(self) -> Sequence[SessionId]:
        return await asyncio.to_thread(self._ids)

    async def summaries(self) -> Sequence[SessionSummary]:
        return await asyncio.to_thread(lambda: newest_first(self._summaries()))

    async def summary(self, session_id: SessionId) -> SessionSummary | None:
        return await asyncio.to_thread(
            lambda: self._titled(self._summary(session_id), kept_title(self._root, session_id))
        )

    async def load(self, session_id: SessionId) -> StoredSession:
        return await asyncio.to_thread(self._load, session_id)

    def records(self, session_id: SessionId) -> Iterator[Record]:
        name = self._name(session_id)
        with self._opened(session_id) as (file, size, _):
            left = size
            for number, line in enumerate(file, start=1):
                left -= len(line)
                if left < 0 or not (line.endswith(b"\n") or number == 1):
                    return  # what comes is being written
                yield record_of(line.rstrip(b"\n"), shown_as=name, number=number)

    async def size(self, session_id: SessionId) -> int:
        def length() -> int:
            try:
                with self._opened(session_id) as (_, size, _):
                    return size
            except (UnknownSessionError, JournalFault):
                return 0

        return await asyncio.to_thread(length)

    def _ids(self) -> list[SessionId]:
        return _sessions_in(self._names())

    def _names(self) -> list[str]:
        try:
            with (
                open_listable_folder(self._root, (NAME, SESSIONS)) as folder,
                os.scandir(folder) as entries,
            ):
                return [entry.name for entry in entries]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise self._unreadable(SESSIONS, error) from error

    def _summaries(self) -> Iterator[SessionSummary]:
        names = self._names()
        titled = {name for name in names if name.endswith(TITLE)}
        for session_id in _sessions_in(names):
            with suppress(UnknownSessionError):  # somebody has just deleted it
                own = kept_title(self._root, session_id) if session_id + TITLE in titled else ""
                summary = self._titled(self._summary(session_id), own)
                if summary is not None:
                    yield summary

    @staticmethod
    def _titled(summary: SessionSummary | None, own: str) -> SessionSummary | None:
        return replace(summary, title=own) if summary is not None and own else summary

    def _summary(self, session_id: SessionId) -> SessionSummary | None:
        try:
            with self._opened(session_id) as (file, size, is_live):
                scan = known_scan(self._root, session_id, file, shown_as=session_id)
                known = scan.size
                scan.read(file, size)
            if scan.size - known >= WORTH_KEEPING:
                keep_scan(self._root, session_id, scan)
            return scan.summary(session_id, is_live=is_live)
        except (JournalFault, ValueError) as fault:
            return SessionSummary(session_id, "corrupt", problem=str(fault))

    def _load(self, session_id: SessionId) -> StoredSession:
        lines, is_live = self._lines(session_id)
        records = tuple(records_of(lines, shown_as=self._name(session_id)))
        return StoredSession(session_id, records, is_live, _former_names(lines))

    def _lines(self, session_id: SessionId) -> tuple[list[bytes], bool]:
        """The whole lines of a journal, and whether somebody writes it.

        Raises:
            UnknownSessionError, JournalFault.
        """
        with self._opened(session_id) as (file, size, is_live):
            *lines, rest = file.read(size).split(b"\n")
            return lines or [rest] * bool(rest), is_live

    @contextmanager
    def _opened(self, session_id: SessionId) -> Generator[tuple[BinaryIO, int, bool]]:
        """A journal, how long it is now, and whether somebody writes it.

        Raises:
            UnknownSessionError, JournalFault.
        """
        name = self._name(session_id)
        try:
            with open_listable_folder(self._root, (NAME, SESSIONS)) as folder:
                descriptor = open_regular_slot(Slot(folder, session_id + _SUFFIX), shown_as=name)
            with os.fdopen(descriptor, "rb") as file:
                size, is_live = size_and_writer(descriptor)
                yield file, size, is_live
        except FileNotFoundError as error:
            raise UnknownSessionError(
                english("there is no session {session_id!r}", session_id=session_id)
            ) from error
        except (OSError, NotAFileError) as error:
            raise self._unreadable(name, error) from error

    def _name(self, session_id: SessionId) -> str:
        return str(self._root / NAME / SESSIONS / (session_id + _SUFFIX))

    @staticmethod
    def _unreadable(name: str, error: Exception) -> JournalFault:
        return JournalFault(
            english("cannot read the journal {name!r}: {error}", name=name, error=error)
        )


def _sessions_in(names: Sequence[str]) -> list[SessionId]:
    """The sessions that have journals of these names, the newest first."""
    stems = (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
    # The rest are the journals of runs that others opened, and what is none of ours.
    return [SessionId(stem) for stem in sorted(stems, reverse=True) if is_session_id(stem)]


def _former_names(lines: Sequence[bytes]) -> tuple[str, ...]:
    starts = filter(None, map(_TYPE.match, lines))
    kinds = dict.fromkeys(start[1].decode("utf-8", "replace") for start in starts)
    return tuple(kind for kind in kinds if kind in RENAMED_EVENTS)
