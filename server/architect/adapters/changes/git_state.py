"""What git knows of the files of a work tree. Nothing that the repository names is run."""

import contextlib
import os
import re
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha1, sha256
from pathlib import Path

from architect.adapters.git_environment import RUNS_NOTHING
from architect.adapters.git_output import TIMEOUT_S, git_output
from architect.adapters.process.programs import find_program
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_MOST_NAMED = 500
"""Paths on one command line; more than these are found among all."""

_SETTINGS = (*RUNS_NOTHING, "-c", "safe.directory=*")
_VARIABLES = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "LC_ALL": "C",
}
_TRACKED = lazy_pattern(
    rb"[A-Z] (?P<mode>\d{6}) (?P<blob>[0-9a-f]+) 0\t(?P<name>[^\0]+)\0"
    rb"  ctime: \d+:\d+\n  mtime: (?P<seconds>\d+):(?P<nanoseconds>\d+)\n"
    rb"  dev: \d+\tino: (?P<inode>\d+)\n  uid: \d+\tgid: \d+\n  size: (?P<size>\d+)\tflags: \w+\n"
)
"""An entry of `git ls-files --stage --debug -t -z` without conflicts (builtin/ls-files.c)."""

_INDEXED = lazy_pattern(rb"\d{6} (?P<blob>[0-9a-f]+) 0\t(?P<name>[^\0]+)")
_OTHER = lazy_pattern(rb"(?:^|(?<=\0)|(?<=\n))\? (?P<name>[^\0]+)\0")
_MOVE = lazy_pattern(
    rb":(?P<modes>\d{6} \d{6}) (?P<before>[0-9a-f]+) (?P<after>[0-9a-f]+) [A-Z]\0(?P<name>[^\0]+)\0"
)
_UNDER_WAY = (
    *("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG"),
    *("rebase-merge", "rebase-apply", "sequencer"),
)
_FILTERS = (b"filter", b"ident", b"working-tree-encoding")
"""Attributes that make the file on the disk another one than the blob, maybe of the same size."""


@frozen
class Tracked:
    """A file in git's index: its blob, and what the file was when git last looked at it."""

    blob: str
    mtime_ns: int
    inode: int
    size: int


@frozen
class GitListing:
    """The files that git tracks, those that it does not and does not ignore, and how old it is.

    `folders` are those without tracked files, empty ones included, with a slash at the end.
    `written_ns` is when the index was written; what is as young may be another by now.
    """

    tracked: Mapping[str, Tracked]
    names: frozenset[str]
    folders: tuple[str, ...]
    written_ns: int


class GitState:
    """The part of a repository at and below the folder `root`."""

    def __init__(self, root: Path, git: Path, folder: Path) -> None:
        self._root = root
        self._git = git
        self._folder = folder

    @staticmethod
    def of(root: Path) -> "GitState | None":
        """None where there is no git, or no work tree of it."""
        git = find_program("git")
        if git is None:
            return None
        asked = _said(git, root, ("rev-parse", "--absolute-git-dir"))
        return GitState(root, git, Path(os.fsdecode(asked.strip()))) if asked else None

    def listing(self) -> GitListing | None:
        """All files; None if git does not say."""
        all_files = ("ls-files", "-z", "-t", "-c", "-o", "-s", "--debug", "--exclude-standard")
        if (listed := self._said(*all_files)) is None:
            return None
        tracked = {os.fsdecode(one["name"]): _tracked(one) for one in _TRACKED.finditer(listed)}
        others = (os.fsdecode(one["name"]) for one in _OTHER.finditer(listed))
        return GitListing(
            tracked,
            frozenset((*tracked, *(name for name in others if not name.endswith("/")))),
            tuple(self.untracked_folders(())),
            _mtime_ns(self._folder / "index"),
        )

    def not_ignored(self, places: Collection[str]) -> set[str]:
        """The files at and below `places` that git does not ignore."""
        some = ("--", *sorted(places)) if len(places) <= _MOST_NAMED else ()
        found = _names(self._said("ls-files", "-z", "-c", "-o", "--exclude-standard", *some) or b"")
        return {name for name in found if not name.endswith("/")}

    def untracked_folders(self, places: Collection[str]) -> list[str]:
        """The folders at and below `places` without tracked files, with a slash at the end."""
        some = ("--", *sorted(places)) if len(places) <= _MOST_NAMED else ()
        asked = ("ls-files", "-z", "-o", "--directory", "--exclude-standard", *some)
        return [name for name in _names(self._said(*asked) or b"") if name.endswith("/")]

    def tracked(self) -> set[str] | None:
        """The files in the index; None if git does not say."""
        said = self._said("ls-files", "-z", "-c")
        return None if said is None else {*_names(said)}

    def indexed(self, names: Collection[str]) -> dict[str, str]:
        """The blobs that the index has of `names`, which are not many."""
        said = self._said("ls-files", "-z", "-s", "--", *sorted(names)) if names else None
        found = (_INDEXED.fullmatch(entry) for entry in (said or b"").split(b"\0"))
        return {os.fsdecode(one["name"]): one["blob"].decode() for one in found if one}

    def staged(self) -> dict[str, str | None] | None:
        """The blobs in the index that the last commit does not have; None of what has none there.

        None if git does not say, as where nothing is committed.
        """
        how = ("--cached", "--raw", "-z", "--no-abbrev", "--no-renames")
        said = self._said("diff-index", *how, "HEAD")
        if said is None:
            return None
        return {name: after for name, (_, after) in map(_moved, _MOVE.finditer(said))}

    def is_under_way(self) -> bool:
        """Whether a merge, a rebase or the like has been begun and not ended."""
        return any((self._folder / name).exists() for name in _UNDER_WAY)

    def contents(self, blobs: Collection[str]) -> dict[str, bytes]:
        """The contents of those blobs that are there."""
        said = self._said("cat-file", "--batch", stdin="\n".join(blobs).encode() + b"\n") or b""
        found: dict[str, bytes] = {}
        at = 0
        while (end := said.find(b"\n", at)) >= 0:
            head = said[at:end].split()
            at = end + 1
            if len(head) == 3 and head[1] == b"blob":
                size = int(head[2])
                found[head[0].decode()] = said[at : at + size]
                at += size + 1
        return found

    def filtered(self, names: Collection[str]) -> set[str]:
        """Those of `names` which git writes to the disk otherwise than it keeps them."""
        stdin = b"".join(os.fsencode(name) + b"\0" for name in names)
        said = self._said("check-attr", "-z", "--stdin", *map(os.fsdecode, _FILTERS), stdin=stdin)
        words = (said or b"").split(b"\0")
        states = zip(words[0::3], words[2::3], strict=False)
        return {os.fsdecode(name) for name, state in states if state not in (b"unspecified", b"")}

    def log_size(self) -> int:
        """How much there is of the log of HEAD, which grows whenever HEAD moves."""
        with contextlib.suppress(OSError):
            return (self._folder / "logs" / "HEAD").stat().st_size
        return 0

    def moved(self, log_size: int) -> dict[str, tuple[str | None, str | None]]:
        """What HEAD has had and has at each path, the blob or None, since its log was that long."""
        with contextlib.suppress(OSError), (self._folder / "logs" / "HEAD").open("rb") as log:
            log.seek(log_size)
            entry = log.readline().split(b" ", 1)
            if len(entry) == 2:
                how = ("-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--relative")
                said = self._said("diff-tree", *how, entry[0].decode(), "HEAD")
                return dict(map(_moved, _MOVE.finditer(said or b"")))
        return {}

    def _said(self, *arguments: str, stdin: bytes = b"") -> bytes | None:
        return _said(self._git, self._root, arguments, stdin=stdin)


def is_blob(content: bytes, blob: str) -> bool:
    """Whether `blob` is what git calls `content`."""
    digest = sha1 if len(blob) == 40 else sha256
    return digest(b"blob %d\0" % len(content) + content).hexdigest() == blob


def _tracked(entry: "re.Match[bytes]") -> Tracked:
    return Tracked(
        entry["blob"].decode(),
        int(entry["seconds"]) * 1_000_000_000 + int(entry["nanoseconds"]),
        int(entry["inode"]),
        int(entry["size"]),
    )


def _moved(entry: "re.Match[bytes]") -> tuple[str, tuple[str | None, str | None]]:
    return os.fsdecode(entry["name"]), (_blob(entry["before"]), _blob(entry["after"]))


def _blob(name: bytes) -> str | None:
    return name.decode() if name.strip(b"0") else None


def _names(listed: bytes) -> list[str]:
    return [os.fsdecode(name) for name in listed.split(b"\0") if name]


def _mtime_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _said(
    git: Path,
    root: Path,
    arguments: Sequence[str],
    *,
    stdin: bytes = b"",
    timeout_s: float = TIMEOUT_S,
) -> bytes | None:
    """What git says; None if it fails."""
    command = (git, *_SETTINGS, *arguments)
    return git_output(command, folder=root, variables=_VARIABLES, stdin=stdin, timeout_s=timeout_s)
