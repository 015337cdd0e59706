"""The record of an attempt in the user's files: until when it was alive, and what became of it.

Its process touches the file again and again. So whoever finds that the process was killed knows
when that was, and can tell what it wrote from what the user wrote afterwards.
"""

import contextlib
import json
import os
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

PAUSE_S = 0.2
"""Between two signs of life."""

_MARK = lazy_pattern(r"[0-9a-f]{16}")
"""See `process_mark.our_word`; what is shorter could stand in the environment of any process."""


@frozen
class PutBack:
    """What was decided: the checkpoint of how it was found, and the paths to put back."""

    before: str
    paths: tuple[str, ...]


@frozen
class AttemptRecord:
    """`mark` is in the environment of what the process started, empty if that is not known.

    `last_sign` is when it was alive; `has_ended` says that it ended by itself.
    """

    mark: str
    last_sign: datetime
    has_ended: bool
    put_back: PutBack | None = None


class AttemptFile:
    """The record at `path`. What cannot be written there is not known later; nothing else fails."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def alive(self, mark: str) -> Generator[None]:
        """Give signs of life while this lasts; an end by itself is on record."""
        self._write({"mark": mark})
        over = threading.Event()
        touching = threading.Thread(target=self._touch_until, args=(over,), daemon=True)
        touching.start()
        try:
            yield
        finally:
            over.set()
            self._write({"mark": mark, "has_ended": True})

    def read(self) -> AttemptRecord | None:
        """What is on record; None if nothing is, or nothing that can be read."""
        try:
            touched = datetime.fromtimestamp(self._path.stat().st_mtime, UTC)
            read = json.loads(self._path.read_bytes())
            mark, back = str(read["mark"]), read.get("put_back")
            return AttemptRecord(
                mark if _MARK.fullmatch(mark) else "",
                datetime.fromisoformat(read.get("last_sign", touched.isoformat())),
                bool(read.get("has_ended")),
                None if back is None else PutBack(str(back["before"]), tuple(back["paths"])),
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def decide(self, record: AttemptRecord, before: str, paths: Sequence[str]) -> None:
        """Put on record what will be put back, so that one more crash changes nothing of that."""
        content = {
            "mark": record.mark,
            "last_sign": record.last_sign.isoformat(),
            "has_ended": record.has_ended,
            "put_back": {"before": before, "paths": list(paths)},
        }
        self._write(content)

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _touch_until(self, over: threading.Event) -> None:
        while not over.wait(PAUSE_S):
            with contextlib.suppress(OSError):
                os.utime(self._path)

    def _write(self, content: dict[str, Any]) -> None:
        new = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            new.write_bytes(json.dumps(content).encode("ascii"))
            new.replace(self._path)
