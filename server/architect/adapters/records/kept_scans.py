"""What was read of a long journal, kept beside it, so that the next look reads only what is new."""

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.journal_scan import JournalScan
from architect.adapters.records.own_file import OwnFile
from architect.domain.errors import NotAFileError
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.session_fold import SessionFold
from architect.domain.outcome import Status, StopReason

SUFFIX = ".scan"
WORTH_KEEPING = 32_000
"""Bytes; fewer are read in no time, those of some hundred sessions, too."""

_VERSION = 2
_MOST_BYTES = 50_000_000


def known_scan(
    root: Path, session_id: SessionId, journal: BinaryIO, *, shown_as: str
) -> JournalScan:
    """How far the journal was read; from its beginning if it was not, or is another one by now."""
    with suppress(OSError, NotAFileError, ValueError, TypeError, KeyError, RecursionError):
        kept = _scan(json.loads(_file(root, session_id).read()), shown_as)
        journal.seek(kept.size - len(kept.tail))
        if kept.tail and journal.read(len(kept.tail)) == kept.tail:
            return kept
    return JournalScan(shown_as)


def keep_scan(root: Path, session_id: SessionId, scan: JournalScan) -> None:
    """Keep it; where nothing can be written, the journal is read again the next time."""
    with suppress(OSError, NotAFileError):
        _file(root, session_id).write(json.dumps(_document(scan)).encode())


def _file(root: Path, session_id: SessionId) -> OwnFile:
    return OwnFile(root, f"{SESSIONS}/{session_id}{SUFFIX}", max_bytes=_MOST_BYTES)


def _document(scan: JournalScan) -> dict[str, Any]:
    fold = scan.fold
    return {
        "version": _VERSION,
        "lines": scan.lines,
        "size": scan.size,
        "updated_at": scan.updated_at.decode("ascii"),
        "tail": scan.tail.decode("latin-1"),
        "task": fold.task,
        "agent": fold.agent,
        "title": fold.title,
        "started_at": fold.started_at.isoformat() if fold.started_at else None,
        "ends": [[run_id, *(end or ())] for run_id, end in fold.ends.items()],
        "undos": sorted(fold.undos),
        "copies": dict(fold.copies),
        "cost_usd": fold.cost_usd,
        "files": list(fold.files),
    }


def _scan(document: Any, shown_as: str) -> JournalScan:
    """A scan from its document; what is wrong with one shows as one of several errors."""
    if document["version"] != _VERSION:
        raise ValueError("it is of another version")
    started_at, cost_usd = document["started_at"], document["cost_usd"]
    fold = SessionFold(
        task=str(document["task"]),
        agent=str(document["agent"]),
        title=str(document["title"]),
        started_at=started_at and datetime.fromisoformat(started_at),
        ends={
            RunId(run_id): (Status(end[0]), StopReason(end[1])) if end else None
            for run_id, *end in document["ends"]
        },
        undos=set(map(RunId, document["undos"])),
        copies={RunId(one): RunId(origin) for one, origin in document["copies"].items()},
        cost_usd=None if cost_usd is None else float(cost_usd),
        files=dict.fromkeys(map(str, document["files"])),
    )
    return JournalScan(
        shown_as,
        fold,
        int(document["lines"]),
        int(document["size"]),
        document["updated_at"].encode("ascii"),
        document["tail"].encode("latin-1"),
    )
