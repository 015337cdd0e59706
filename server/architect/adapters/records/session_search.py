"""Words in the conversation of a session, found in its journal without reading all of that."""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from architect.adapters.files.anchored import Slot, open_listable_folder
from architect.adapters.files.project_folder import NAME
from architect.adapters.files.regular_file import open_regular_slot
from architect.adapters.records.file_originals import SESSIONS
from architect.domain.errors import NotAFileError
from architect.domain.ids import SessionId
from architect.lazy_pattern import lazy_pattern

_JOURNAL = ".jsonl"
_LINE = lazy_pattern(
    rb'\{"run_id":"[^"]*","seq":\d+,"at":"[^"]*","event":'
    rb'\{"type":"(?:run\.started|user\.said|model\.replied|run\.finished)"'
)
"""How the lines begin that have what people and models said."""

_SAID = lazy_pattern(rb'"(?:task|title|text|output)":"([^"\\]*(?:\\.[^"\\]*)*)"')
"""Where they have it; in texts, every quotation mark has a backslash in front."""


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
                if _LINE.match(line):
                    said = b"\n".join(_SAID.findall(line)).decode("utf-8", "replace").casefold()
                    left = {word for word in left if _in_json(word) not in said}
    return left


def _in_json(word: str) -> str:
    """A word as it stands in a line, where quotation marks and backslashes are escaped."""
    return json.dumps(word, ensure_ascii=False)[1:-1]
