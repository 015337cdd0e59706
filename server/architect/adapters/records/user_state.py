"""Files of the user's own state, outside every workspace: what was trusted and granted."""

import contextlib
import fcntl
import json
import os
import stat
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from architect.domain.errors import UserError
from architect.l10n import english

SCHEMA_VERSION = 1
"""Of these files; old ones always load."""

_MAX_BYTES = 50_000_000
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


class StateFile:
    """One JSON object with a `schema_version`, readable and writable by its user only.

    It is replaced as a whole, and whoever changes it waits for the others who do.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> dict[str, Any]:
        """What the file says; empty if there is none.

        Raises:
            UserError: it cannot be read or understood, or somebody else could have written it.
        """
        try:
            # Not waiting: opening a pipe would last until somebody writes into it.
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            descriptor = os.open(self._path, flags)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise self._unusable(
                english("cannot be read: {reason}", reason=error.strerror)
            ) from error
        try:
            self._require_own(os.fstat(descriptor))
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                return self._parsed(file.read(_MAX_BYTES + 1))
        finally:
            os.close(descriptor)

    def change(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Let `change` alter what the file says, and write that down.

        Raises:
            UserError: it cannot be read, understood or written.
        """
        try:
            with self._locked():
                document = self.load()
                change(document)
                self._write({"schema_version": SCHEMA_VERSION, **document})
        except OSError as error:
            raise self._unusable(
                english("cannot be written: {reason}", reason=error.strerror)
            ) from error

    @contextmanager
    def _locked(self) -> Generator[None]:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(self._path.with_suffix(".lock"), flags, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _write(self, document: Mapping[str, Any]) -> None:
        part = self._path.with_name(f".{self._path.name}-{os.getpid()}-{os.urandom(4).hex()}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            with os.fdopen(os.open(part, flags, 0o600), "wb") as file:
                file.write(json.dumps(document, indent=1).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                part.unlink()

    def _require_own(self, status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode):
            raise self._unusable(english("is no regular file"))
        if status.st_uid != os.geteuid():
            raise self._unusable(english("belongs to another user"))
        if status.st_mode & _OTHERS_MAY_WRITE:
            raise self._unusable(english("can be written by others"))

    def _parsed(self, content: bytes) -> dict[str, Any]:
        if len(content) > _MAX_BYTES:
            raise self._unusable(english("is larger than {max_bytes} bytes", max_bytes=_MAX_BYTES))
        try:
            document: Any = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise self._unusable(english("is no JSON ({error})", error=error)) from error
        if not isinstance(document, dict):
            raise self._unusable(english("is no JSON object"))
        values = cast(dict[str, Any], document)
        version = values.pop("schema_version", None)
        if version != SCHEMA_VERSION:
            raise self._unusable(
                english(
                    "has the schema_version {version!r}, known is {schema_version}",
                    version=version,
                    schema_version=SCHEMA_VERSION,
                )
            )
        return values

    def _unusable(self, reason: str) -> UserError:
        return UserError(
            english(
                "the file {path!r} {reason}; nothing is trusted or granted before it is fixed "
                "or removed",
                path=str(self._path),
                reason=reason,
            )
        )
