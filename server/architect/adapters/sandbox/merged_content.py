"""Whether a text is what git makes of two versions that it merges: git-merge-file(1).

A merge, a rebase, a picked commit and a stash mix lines of versions that the user had. That makes a
text which stands in no commit of theirs, but in which nothing else stands either.
"""

import itertools
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from architect.lazy_pattern import lazy_pattern

_MARKER = lazy_pattern(rb"^(<{7}|\|{7}|={7}|>{7})[^\n]*$", re.MULTILINE)
_MOST_VERSIONS = 16
_MOST_MERGES = 48
_TIMEOUT_S = 5.0

Triple = tuple[bytes, bytes, bytes]
"""One side, the version that both come from, the other side."""


def is_merge(text: bytes, versions: Iterable[bytes]) -> bool:
    """Whether `text` is a merge of some of `versions`, with or without conflicts in it."""
    known = list(itertools.islice(dict.fromkeys(versions), _MOST_VERSIONS))
    wanted = _plain(text)
    likely = itertools.islice(_likely(text, known), _MOST_MERGES)
    with tempfile.TemporaryDirectory(prefix="architect-") as folder:
        return any(wanted in _merges(triple, Path(folder), text) for triple in likely)


def _likely(text: bytes, versions: list[bytes]) -> Iterator[Triple]:
    """Those that have the lines of `text`, and whose changes are all in it."""
    lines = {version: frozenset(version.split(b"\n")) for version in versions}
    there = frozenset(line for line in text.split(b"\n") if not _MARKER.match(line))
    for one, base, other in itertools.permutations(versions, 3):
        added = (lines[one] | lines[other]) - lines[base]
        if added <= there and there <= lines[one] | lines[other] | lines[base]:
            yield one, base, other


def _merges(triple: Triple, folder: Path, text: bytes) -> Iterator[bytes]:
    """What comes of it, in the styles that conflicts are shown in."""
    names = ("one", "base", "other")
    for name, version in zip(names, triple, strict=True):
        (folder / name).write_bytes(version)
    for style in ([], ["--diff3"], ["--zdiff3"]) if _MARKER.search(text) else ([],):
        arguments = ["git", "merge-file", "--stdout", "--quiet", *style, *names]
        try:
            done = subprocess.run(
                arguments, cwd=folder, capture_output=True, timeout=_TIMEOUT_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return
        yield _plain(done.stdout)


def _plain(text: bytes) -> bytes:
    """`text` without the names of the sides, and with the line ends that git keeps."""
    return _MARKER.sub(rb"\1", text.replace(b"\r\n", b"\n"))
