"""Which contents of a file are the user's own: committed before any command ran, or there already.

Git may write these back while it moves the work tree from commit to commit, and what it makes of
them when it merges. What a command wrote
and committed itself is not among them, whatever branch it gave it.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from architect.adapters.git_environment import IN_NO_SUBMODULE, RUNS_NOTHING
from architect.adapters.git_output import git_output
from architect.adapters.sandbox.file_snapshot import Kept
from architect.lazy_pattern import lazy_pattern

_ID = lazy_pattern(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b")
_MOST_COMMITS = 20
_MOST_TEXTS = 16
"""Of those that a merge is looked for among."""

_LOG_BYTES = 64_000
"""Of the log of HEAD, from its end: some 400 commits that no branch may have any more."""

_PLACES = ("HEAD", "ORIG_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "packed-refs")
_GIT = (
    *("git", *RUNS_NOTHING, "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs"),
    *("-c", "core.commitGraph=false", "-c", "core.quotePath=false"),
)
"""Git that only looks, and whose history nobody can rewrite by a file beside the commits."""

_DIFFERING = ("diff", IN_NO_SUBMODULE, "--name-only", "--no-relative", "-z")


class UserContent:
    """What was the user's in the workspace `root` with the repository `folder` when it was made."""

    def __init__(self, root: Path, folder: Path | None) -> None:
        self._root = root
        self._folder = folder
        self._tips = b"" if folder is None else b"\n".join(_texts(folder, root))
        self._seen: dict[str, set[bytes]] = {}
        self._committed: dict[str, dict[str, None]] = {}

    def saw(self, files: Mapping[str, Kept]) -> None:
        """`files`, by their path below the root, are the user's: no command has made them."""
        for path, file in files.items():
            self._seen.setdefault(path, set()).add(file.content)

    def has(self, path: str, file: Kept) -> bool:
        """Whether `file` at `path` below the root is the user's."""
        seen = self._seen.get(path, set())
        if file.content in seen or not _ids(file.content).isdisjoint(self._versions(path)):
            return True
        if file.is_link or self._folder is None:
            return False
        from architect.adapters.sandbox.merged_content import is_merge  # hardly ever needed

        return is_merge(file.content, (*seen, *self._texts(path)))

    def lets_go(self, path: str, file: Kept) -> bool:
        """Whether `file`, which is gone from `path`, is gone for git too, which has it still."""
        if self._output("ls-files", "--cached", "--", path):
            return False
        ids = _ids(file.content)
        return not ids.isdisjoint(self._versions(path)) or not ids.isdisjoint(self._stashed(path))

    def foreign(self, revisions: Sequence[str], paths: Sequence[str]) -> list[str]:
        """What commits of our commands hold at `paths` that is not the user's.

        Those commits are what `revisions` lead to and the user did not have; words that are no
        revisions do not matter.
        """
        wanted = [word for word in revisions if not word.startswith("-")]
        before = [f"^{one}" for one in self._ids_before()]
        stdin = "\n".join((*wanted, *before))
        new = self._output("rev-list", "--ignore-missing", "--stdin", "--", *paths, stdin=stdin)
        found: dict[str, None] = {}
        for commit in new.split()[:_MOST_COMMITS]:
            tree = self._output("ls-tree", "-r", "-z", commit, "--", *paths)
            for entry in filter(None, tree.split("\0")):
                about, _, path = entry.partition("\t")
                mode, _, blob = about.split()
                if path not in found and blob not in self._versions(path):
                    file = Kept(int(mode, 8), self._said("cat-file", "blob", blob))
                    if not self.has(path, file):
                        found[path] = None
        return list(found)

    def beside(self, revisions: Sequence[str]) -> list[str]:
        """The files outside the workspace in which the work tree differs from `revisions`.

        Without any that means the last commit.
        """
        names = [f"{word}^{{commit}}" for word in revisions or ("HEAD",)]
        known = self._output("cat-file", "--batch-check", stdin="\n".join(names))
        commits = [line.split()[0] for line in known.split("\n") if " commit " in line]
        prefix = self._output("rev-parse", "--show-prefix").strip()
        found: dict[str, None] = {}
        for commit in commits:
            differing = self._output(*_DIFFERING, commit, "--")
            names = [name for name in differing.split("\0") if name]
            found.update(dict.fromkeys(name for name in names if not name.startswith(prefix)))
        return list(found)

    def _ids_before(self) -> Iterable[str]:
        """The ids in what the repository said of its commits; some may be of nothing any more."""
        return dict.fromkeys(one.decode() for one in _ID.findall(self._tips))

    def _stashed(self, path: str) -> set[str]:
        """The ids of what the last stash holds at `path`, whoever made it."""
        trees = ("stash@{0}", "stash@{0}^3")
        found = [self._output("ls-tree", tree, "--", path) for tree in trees]
        return {one.decode() for one in _ID.findall("\n".join(found).encode())}

    def _texts(self, path: str) -> Iterator[bytes]:
        """What was committed at `path`, newest first."""
        for one in list(self._versions(path))[:_MOST_TEXTS]:
            yield self._said("cat-file", "blob", one)

    def _versions(self, path: str) -> dict[str, None]:
        """The ids of what was committed at `path` of all commits the user had, newest first."""
        if self._folder is None or not self._tips:
            return {}
        if path not in self._committed:
            existing = self._output(
                "cat-file", "--batch-check", stdin="\n".join(self._ids_before())
            )
            commits = [line.split()[0] for line in existing.split("\n") if " commit " in line]
            log = self._output(
                *("log", "--stdin", "--full-history", "-m", "--raw", "--no-abbrev", "--no-renames"),
                *("--format=", "--", path),
                stdin="\n".join(commits),
            )
            ids = (one.decode() for one in _ID.findall(log.encode()))
            self._committed[path] = dict.fromkeys(one for one in ids if one.strip("0"))
        return self._committed[path]

    def _output(self, *arguments: str, stdin: str = "") -> str:
        return self._said(*arguments, stdin=stdin).decode("utf-8", "surrogateescape")

    def _said(self, *arguments: str, stdin: str = "") -> bytes:
        """What git says; nothing if it does not."""
        said = git_output(
            (*_GIT, *arguments),
            folder=self._root,
            variables={"GIT_GRAFT_FILE": os.devnull, "LC_ALL": "C"},
            stdin=stdin.encode("utf-8", "surrogateescape"),
        )
        return said or b""


def _ids(content: bytes) -> set[str]:
    """What git calls `content`, as it is or with the line ends that it would have in git."""
    texts = {content, content.replace(b"\r\n", b"\n")}
    return {
        digest(b"blob %d\0" % len(text) + text).hexdigest()
        for text in texts
        for digest in (hashlib.sha1, hashlib.sha256)
    }


def _texts(folder: Path, root: Path) -> Iterator[bytes]:
    """Texts in which the commits stand that the repository `folder` knows of."""
    for place in _folders(folder, root):
        yield from (_content(place / name) for name in _PLACES)
        yield _content(place / "logs" / "HEAD", last=_LOG_BYTES)
    yield _content(folder / "logs" / "refs" / "stash", last=_LOG_BYTES)
    for above, _, names in os.walk(folder / "refs"):
        yield from (_content(Path(above, name)) for name in names)


def _folders(folder: Path, root: Path) -> Iterable[Path]:
    """The repository, and the part of it that is its own for the work tree `root`."""
    text = _content(root / ".git").removeprefix(b"gitdir:").strip()
    return (folder,) if not text else (folder, root / os.fsdecode(text))


def _content(path: Path, *, last: int | None = None) -> bytes:
    try:
        with path.open("rb") as file:
            if last is not None:
                file.seek(max(0, path.stat().st_size - last))
            return file.read()
    except OSError:
        return b""
