"""Findings that are known and stay quiet, in a file that a team keeps in its repository."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from architect.domain.errors import UserError
from architect.domain.findings import Finding
from architect.domain.ids import FindingId
from architect.l10n import english

_VERSION = 1
_MOST_BYTES = 20_000_000


def read_baseline(file: Path) -> frozenset[FindingId]:
    """The ids in `file`.

    Raises:
        UserError: it cannot be read, or is no baseline.
    """
    try:
        content = _content(file)
    except OSError as error:
        raise UserError(
            english(
                "--baseline: {file!r} cannot be read ({reason}); --update-baseline writes a "
                "new one",
                file=str(file),
                reason=error.strerror,
            )
        ) from error
    try:
        return frozenset(_ids(json.loads(content)))
    except (ValueError, RecursionError) as error:
        raise UserError(
            english(
                "--baseline: {file!r} is no baseline of ours: {error}", file=str(file), error=error
            )
        ) from error


def write_baseline(file: Path, findings: Iterable[Finding]) -> None:
    """Make `findings` the known ones, sorted so that the file changes little.

    Raises:
        UserError: it cannot be written.
    """
    known = [
        {"id": each.finding_id, "path": each.path, "title": each.title}
        for each in sorted(findings, key=lambda each: (each.path, each.line, each.finding_id))
    ]
    text = json.dumps({"version": _VERSION, "findings": known}, indent=2, ensure_ascii=False)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes((text + "\n").encode("utf-8", "backslashreplace"))
        beside.replace(file)
    except OSError as error:
        raise UserError(f"--update-baseline: {str(file)!r}: {error.strerror}") from error


def _content(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(_MOST_BYTES)


def _ids(document: Any) -> Iterable[FindingId]:
    match document:
        case {"version": 1, "findings": [*found]}:
            yield from map(_id, found)
        case _:
            raise ValueError(
                english("it needs version {version} and a list of findings", version=_VERSION)
            )


def _id(entry: Any) -> FindingId:
    match entry:
        case {"id": str(known)}:
            return FindingId(known)
        case _:
            raise ValueError(english("a finding in it has no id"))
