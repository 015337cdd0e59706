"""Bringing an index up to date, as a program of its own at the lowest priority.

It reads one JSON object from standard input, an `IndexJob`, and prints nothing. A grammar may crash
or never end on some content: the program dies then, and the content is named in a file beside the
index, so that the next one that is started passes over it. What was read until then is kept.
"""

import asyncio
import fcntl
import hashlib
import os
import signal
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from architect.adapters.files.anchored import open_slot
from architect.adapters.files.file_names import names_below
from architect.adapters.files.regular_file import open_regular_slot, read_whole
from architect.adapters.symbols.extraction import symbols_of
from architect.adapters.symbols.index_file import FileState, IndexFile
from architect.adapters.symbols.index_job import IndexJob, read_job
from architect.adapters.symbols.index_ranks import put_ranks
from architect.adapters.symbols.kept_indexes import make_room, remove_index
from architect.adapters.symbols.languages import grammar_of, loaded
from architect.domain.code_map.symbols import FileSymbols
from architect.domain.errors import PathRefusedError, PortFault
from architect.domain.files.globs import glob_matcher
from architect.domain.text.written_by_hand import is_written_by_hand
from architect.policy.file_rules import sensitive_files

EXCLUDED_FOLDERS = frozenset(
    {".git", ".hg", ".svn", ".architect", "node_modules", ".venv", "venv", "__pycache__", ".tox",
     "dist", "build", "target", ".mypy_cache", ".next", "bower_components"}
)  # fmt: skip
"""What other programs make or bring, in case no ignore file says so."""

_LONGEST_PARSE_S = 3.0
"""Of processor time; the longest files of people take a tenth of it."""
_COMMIT_S = 1.0
_MOST_FAILURES = 2
"""A process may also have been ended by chance while it read a content."""


def main() -> None:
    job = read_job(sys.stdin.read())
    os.nice(19)
    os.umask(0o077)
    place = Path(job.place)
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with place.with_suffix(".lock").open("ab") as lock:
        # Others that want the same wait, and then find nothing to do.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if job.anew:
            remove_index(place)
        try:
            _update(job, place)
        except sqlite3.OperationalError as error:
            # No room, no right to write: there is no index then.
            sys.exit(f"the index cannot be written: {error}")
        except (sqlite3.DatabaseError, ValueError):
            remove_index(place)
            _update(job, place)
        make_room(place)


def _update(job: IndexJob, place: Path) -> None:
    index = IndexFile.open_to_write(place)
    try:
        _Update(job, index, place.with_suffix(".reading")).run()
    finally:
        index.close()


class _Update:
    def __init__(self, job: IndexJob, index: IndexFile, reading: Path) -> None:
        self._job = job
        self._root = Path(job.root)
        self._index = index
        self._reading = reading
        self._parent = os.getppid()
        self._committed = time.monotonic()

    def run(self) -> None:
        self._note_failure()
        known = self._index.files()
        names = list(_indexed(self._job, asyncio.run(_names(self._root))))
        changed = False
        for name in names:
            changed |= self._look_at(name, known.pop(os.fsencode(name), None))
            if time.monotonic() > self._committed + _COMMIT_S:
                self._commit()
        self._index.drop_files(known)
        self._index.commit()
        self._reading.unlink(missing_ok=True)
        put_ranks(self._index, self._root, anew=changed or bool(known))
        if changed:
            self._index.drop_spare_contents()
        self._index.commit()

    def _commit(self) -> None:
        self._index.commit()
        self._committed = time.monotonic()
        if os.getppid() != self._parent:
            sys.exit("nobody waits for the index any more")

    def _note_failure(self) -> None:
        """Pass over what the last process read when it ended, if that was not by chance."""
        try:
            content = self._reading.read_bytes().decode("ascii")
        except (OSError, ValueError):
            return
        if content and self._index.add_failure(content) >= _MOST_FAILURES:
            self._index.put_content(content, FileSymbols())
        self._index.commit()

    def _look_at(self, name: str, known: FileState | None) -> bool:
        """Index the file `name` if it is another than the `known` one; whether it is."""
        path = self._root / name
        try:
            status = path.lstat()
        except (OSError, ValueError):
            return False
        if not stat.S_ISREG(status.st_mode):
            return False
        seen = (status.st_size, status.st_mtime_ns, status.st_ino)
        if known is not None and known.is_as(*seen):
            return False
        content = self._content(name, status.st_size)
        self._index.put_file(FileState(os.fsencode(name), *seen, content))
        return known is None or known.content != content

    def _content(self, name: str, size: int) -> str:
        """The hash of what is in the file, which is indexed; empty where only its name counts."""
        if size > self._job.max_file_size:
            return ""
        try:
            text = _read(self._root, name, self._job.max_file_size)
        except (OSError, PortFault, PathRefusedError):
            return ""
        if not is_written_by_hand(text):
            return ""
        grammar = grammar_of(name)
        language = grammar.name if grammar and loaded(grammar) else ""
        key = hashlib.blake2b(text, digest_size=16, person=language.encode()).hexdigest()
        if not self._index.knows(key):
            self._reading.write_bytes(key.encode())
            # Its signal ends the process, which no grammar can prevent.
            signal.setitimer(signal.ITIMER_PROF, _LONGEST_PARSE_S)
            symbols = symbols_of(text, grammar)
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._index.put_content(key, symbols)
        return key


async def _names(root: Path) -> Sequence[str]:
    return (await names_below(root, root=root)).names


def _indexed(job: IndexJob, names: Sequence[str]) -> Iterator[str]:
    """Those of the `names` that the job wants; only what is certain to hold no secret."""
    folders = EXCLUDED_FOLDERS | {name.strip("/") for name in job.exclude_dirs}
    patterns: list[Callable[[str], bool]] = [glob_matcher(one) for one in job.exclude_patterns]
    secret = sensitive_files(tuple(job.hidden))
    nested = {name for name in folders if "/" in name}
    for name in names:
        parts = name.split("/")[:-1]
        if not folders.isdisjoint(parts) or any(name.startswith(f"{one}/") for one in nested):
            continue
        if any(matches(name) for matches in patterns) or secret.match([name]):
            continue
        yield name


def _read(root: Path, name: str, max_bytes: int) -> bytes:
    with open_slot(root, name.split("/")) as slot:
        descriptor = open_regular_slot(slot, shown_as=name)
    try:
        return read_whole(descriptor, shown_as=name, max_bytes=max_bytes)
    finally:
        os.close(descriptor)
