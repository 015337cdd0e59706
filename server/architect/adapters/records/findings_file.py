"""The findings of a workspace in a file of its `.architect` folder."""

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from architect.adapters.files.anchored import open_slot
from architect.adapters.files.project_folder import NAME
from architect.adapters.records.own_file import OwnFile
from architect.domain.errors import PortFault
from architect.l10n import english
from architect.ports.findings_store import StoredFindings

SCHEMA_VERSION = 1
"""Of the file's format; old files always load."""

_PLACE = (NAME, "findings.json")
_SHOWN_AS = "/".join(_PLACE)
_MAX_BYTES = 20_000_000
"""Ten thousand long findings; more is no file of ours."""


class FindingsFile:
    """Keeps findings in `.architect/findings.json` of `root`.

    A file that cannot be understood is renamed, and `problem` says so.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._file = OwnFile(root, _PLACE[-1], max_bytes=_MAX_BYTES)
        self._known: bytes | None = None
        self._stamp: tuple[int, ...] | None = None
        self.problem = ""

    def load(self) -> StoredFindings:
        return self._load() or StoredFindings()

    def newer(self) -> StoredFindings | None:
        stamp = None
        with suppress(OSError):  # which reading tells
            stamp = self._file.stamp()
            if stamp == self._stamp:
                return None
        found = self._load()
        self._stamp = stamp
        return found

    def update(self, change: Callable[[StoredFindings | None], StoredFindings]) -> None:
        try:
            with self._file.locked():
                content = _line(change(self._load()))
                self._file.write(content)
                self._known = content
        except OSError as error:
            raise PortFault(
                english("cannot write {path!r}: {reason}", path=_SHOWN_AS, reason=error.strerror)
            ) from error

    def _load(self) -> StoredFindings | None:
        """What the file says; None if there is none, or nothing that is new and makes sense."""
        try:
            content = self._file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise PortFault(
                english("cannot read {path!r}: {reason}", path=_SHOWN_AS, reason=error.strerror)
            ) from error
        if content == self._known:
            return None
        try:
            found = _parsed(content)
        except (ValueError, RecursionError) as error:
            aside = self._put_aside()
            self.problem = english(
                "{path!r} cannot be understood ({error}); it was renamed to {aside!r}, and "
                "the findings start anew",
                path=_SHOWN_AS,
                error=_in_one_line(error),
                aside=aside,
            )
            return None
        self._known = content
        return found

    def _put_aside(self) -> str:
        """Rename the file and give its new name.

        Raises:
            PortFault: it cannot be renamed, so it must not be written either.
        """
        try:
            with open_slot(self._root, _PLACE) as slot:
                name = f"{slot.name}.{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}"
                os.rename(slot.name, name, src_dir_fd=slot.folder, dst_dir_fd=slot.folder)
        except OSError as error:
            raise PortFault(
                english(
                    "{path!r} is damaged and cannot be renamed: {reason}",
                    path=_SHOWN_AS,
                    reason=error.strerror,
                )
            ) from error
        return f"{NAME}/{name}"


def _line(kept: StoredFindings) -> bytes:
    document = {"schema_version": SCHEMA_VERSION, **asdict(kept)}
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _parsed(content: bytes) -> StoredFindings:
    """What the file says.

    Raises:
        ValueError: it does not hold what we write.
    """
    document: Any = json.loads(content)
    if not isinstance(document, dict):
        raise ValueError(english("it is no JSON object"))  # noqa: TRY004 - as all that json raises
    version = cast(dict[str, Any], document).pop("schema_version", None)
    if version != SCHEMA_VERSION:
        raise ValueError(
            english(
                "its schema_version is {version!r} and not {schema_version}",
                version=version,
                schema_version=SCHEMA_VERSION,
            )
        )
    return TypeAdapter(StoredFindings).validate_python(document)


def _in_one_line(error: ValueError | RecursionError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
