"""Words in the conversation of a session, found in its journal without reading all of that."""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from architect.adapters.files.anchored import Slot, open_listable_folder
from architect.adapters.files.project_folder import NAME
from architect.adapters.files.regular_file import open_regular_slot
from architect.adapters.records.file_originals import SESSIONS
from architect.domain.errors import NotAFileError
from architect.domain.ids import SessionId
from architect.lazy_pattern import lazy_pattern

_JOURNAL = ".jsonl"
_TOLD = {
    "run.started": ("task", "title"),
    "user.said": ("text",),
    "model.replied": ("text",),
    "run.finished": ("output",),
}
"""What people and models said, by the event that has it."""

_LINE = lazy_pattern(rb'\{"run_id":"[^"]*","seq":\d+,"at":"[^"]*","event":\{"type":"([^"]*)"')
_KINDS = {kind.encode(): kind for kind in _TOLD}


def missing_words(root: Path, session_id: SessionId, words: Iterable[str]) -> set[str]:
    """Those of `words`, in lower case, that nobody said in a session.

    Lines that are no records, and journals that cannot be read, have no words.
    """
    left = set(words)
    with suppress(OSError, NotAFileError):
        with open_listable_folder(root, (NAME, SESSIONS)) as folder:
            name = session_id + _JOURNAL
            descriptor = open_regular_slot(Slot(folder, name), shown_as=name)
        with os.fdopen(descriptor, "rb") as journal:
            for line in journal:
                if not left:
                    break
                start = _LINE.match(line)
                if start is not None and (kind := _KINDS.get(start[1])):
                    left -= _found(line, kind, left)
    return left


def _found(line: bytes, kind: str, words: set[str]) -> set[str]:
    raw = line.decode("utf-8", "replace").casefold()
    likely = {word for word in words if _in_json(word) in raw}
    if not likely:
        return set()
    text = "\n".join(_texts(line, kind)).casefold()
    return {word for word in likely if word in text}


def _in_json(word: str) -> str:
    """A word as it stands in a line, where quotation marks and backslashes are escaped."""
    return json.dumps(word, ensure_ascii=False)[1:-1]


def _texts(line: bytes, kind: str) -> Iterator[str]:
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        event: Any = json.loads(line)["event"]
        for name in _TOLD[kind]:
            yield str(event.get(name) or "")
