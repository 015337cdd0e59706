"""What every reply cost, of all projects, in the user's own state.

A file a month, a line a reply. It outlives the sessions, which are cleaned up after some days.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from architect.adapters.files.user_folders import user_state_folder
from architect.domain.costs import CostEntry, CostMeter
from architect.domain.ids import RunId
from architect.domain.journal.events import Record
from architect.domain.usage import Usage

_FOLDER = "costs"
_SUFFIX = ".jsonl"
_MOST_LINE_BYTES = 4096
"""What is appended by one write up to here stays whole beside what other processes append."""


class CostLedger:
    """A sink of one run that appends its replies; what cannot be written is not kept."""

    def __init__(self, environ: Mapping[str, str], project: Path) -> None:
        self._folder = _folder(environ)
        self._meter = CostMeter(str(project))

    def show(self, record: Record) -> None:
        if (entry := self._meter.take(record)) is None:
            return
        line = json.dumps(_document(entry), ensure_ascii=False).encode() + b"\n"
        if len(line) > _MOST_LINE_BYTES:
            return
        with suppress(OSError):
            self._append(f"{entry.at:%Y-%m}{_SUFFIX}", line)

    def _append(self, name: str, line: bytes) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            descriptor = os.open(self._folder / name, flags, 0o600)
        except FileNotFoundError:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(self._folder / name, flags, 0o600)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)


def read_ledger(environ: Mapping[str, str], *, since: datetime | None) -> Iterator[CostEntry]:
    """The entries that are kept, of all projects, from `since` on; lines that are none are skipped.

    Raises:
        OSError: they cannot be read.
    """
    folder = _folder(environ)
    first = "" if since is None else f"{since:%Y-%m}{_SUFFIX}"
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        if path.name < first:
            continue
        with path.open("rb") as file:
            for line in file:
                entry = _entry(line)
                if entry is not None and (since is None or entry.at >= since):
                    yield entry


def _folder(environ: Mapping[str, str]) -> Path:
    return user_state_folder(environ) / _FOLDER


def _document(entry: CostEntry) -> dict[str, Any]:
    usage = entry.usage
    return {
        "at": entry.at.isoformat(timespec="milliseconds"),
        "project": entry.project,
        "run_id": entry.run_id,
        "model": entry.model,
        "agent": entry.agent,
        "source": entry.source,
        "input": usage.input_tokens,
        "output": usage.output_tokens,
        "cached": usage.cached_tokens,
        "written": usage.written_tokens,
        "reasoning": usage.reasoning_tokens,
        "estimated": usage.estimated,
        "usd": entry.cost_usd,
    }


def _entry(line: bytes) -> CostEntry | None:
    try:
        values: Any = json.loads(line)
        usage = Usage(
            input_tokens=int(values["input"]),
            output_tokens=int(values["output"]),
            cached_tokens=int(values["cached"]),
            estimated=bool(values["estimated"]),
            written_tokens=int(values["written"]),
            reasoning_tokens=int(values["reasoning"]),
        )
        usd = values["usd"]
        return CostEntry(
            at=datetime.fromisoformat(values["at"]),
            project=str(values["project"]),
            run_id=RunId(values["run_id"]),
            model=str(values["model"]),
            agent=str(values["agent"]),
            source=str(values["source"]),
            usage=usage,
            cost_usd=None if usd is None else float(usd),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
