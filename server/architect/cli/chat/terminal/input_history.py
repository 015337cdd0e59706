"""What was typed in a project, kept for its user alone."""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit.history import History

_MOST_ENTRIES = 1_000
_MOST_BYTES = 4_000_000
_LONGEST = 20_000


class InputHistory(History):
    """Entries as lines of JSON in a file of the folder `folder`, which others cannot read.

    Where it cannot be read or written, the session has a history of its own all the same.
    """

    def __init__(self, folder: Path, root: Path) -> None:
        """`root` is the project."""
        super().__init__()
        name = hashlib.sha256(os.fsencode(root)).hexdigest()[:16]
        self._path = folder / f"{name}.jsonl"

    def load_history_strings(self) -> Iterable[str]:
        """The newest first."""
        try:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            with os.fdopen(os.open(self._path, flags), "rb") as file:
                lines = file.read(_MOST_BYTES).split(b"\n")
        except OSError:
            return []
        return [text for line in reversed(lines[-_MOST_ENTRIES:]) if (text := _entry(line))]

    def store_string(self, string: str) -> None:
        line = json.dumps(string[:_LONGEST]).encode() + b"\n"
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._shorten()
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
            with os.fdopen(os.open(self._path, flags, 0o600), "wb") as file:
                file.write(line)

    def _shorten(self) -> None:
        """A file that has become too large begins anew with its newest half."""
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_size < _MOST_BYTES // 2:
                return
            kept = self._path.read_bytes().split(b"\n")[-_MOST_ENTRIES // 2 :]
            part = self._path.with_suffix(".part")
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
            with os.fdopen(os.open(part, flags, 0o600), "wb") as file:
                file.write(b"\n".join(kept))
            part.replace(self._path)


def _entry(line: bytes) -> str:
    try:
        entry = json.loads(line)
    except ValueError:
        return ""
    return entry if isinstance(entry, str) else ""
