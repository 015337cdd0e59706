"""The files of a pull request that would configure its own reviewer, as the base branch has them.

They are put into a working tree of their own; what is reviewed are commits, so their changes are
looked at like all others.
"""

import posixpath
import re
import shutil
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from architect_action.repository import Repository

_FOLDERS = frozenset({".architect", ".cursor", ".claude", ".agents"})
_NAMES = frozenset(
    {".architect.yaml", ".architect.md", "agents.md", "claude.md", ".mcp.json", ".gitattributes"}
)
_PATHS = frozenset({"review.md", ".vscode/mcp.json", ".github/copilot-instructions.md"})
_LINK = "120000"
_MENTION = re.compile(r"@(?:\"([^\"\n]+)\"|([^\s\"'`<>|]+))")
_MOST_LINKS = 5


def put_base_settings(tree: Repository, base: str) -> tuple[str, ...]:
    """Give the working tree `tree` the settings of the commit `base`; the paths that differed."""
    search = _Search(tree, base, head=tree.files("HEAD"), base_files=tree.files(base))
    search.run()
    for path in sorted(search.found, key=len):
        _remove(tree.folder, path)
    wanted = search.found & search.base_files.keys()
    if wanted:
        tree.run(
            *("checkout", "--quiet", base, "--pathspec-from-file=-", "--pathspec-file-nul"),
            stdin="\0".join(sorted(wanted)),
            variables={"GIT_LITERAL_PATHSPECS": "1"},
        )
        tree.run("reset", "--quiet")
    changed = tree.run("diff", "--name-only", "-z", "--no-renames", "HEAD", base).split("\0")
    return tuple(sorted(search.found.intersection(changed)))


class _Search:
    """Finds the settings of two commits, with what those of the base import and link to.

    What is imported and only the head has is among them: in the base it is missing.
    """

    def __init__(
        self, tree: Repository, base: str, *, head: dict[str, str], base_files: dict[str, str]
    ) -> None:
        self.base_files = base_files
        self.found: set[str] = set()
        self._tree = tree
        self._base = base
        self._head = head
        self._paths = sorted({*head, *base_files})
        self._fresh: list[str] = []

    def run(self) -> None:
        for files in (self._head, self.base_files):
            for path, mode in files.items():
                if _is_setting(path, is_link=mode == _LINK):
                    self._add(path)
        while self._fresh:
            self._follow(self._fresh.pop())

    def _add(self, path: str) -> None:
        if path not in self.found:
            self.found.add(path)
            self._fresh.append(path)

    def _follow(self, path: str) -> None:
        """Take what a file of the base imports, and where a link of the base leads."""
        mode = self.base_files.get(path)
        content = None if mode is None else self._tree.content(self._base, path)
        if content is None:
            return
        folder = posixpath.dirname(path)
        if mode == _LINK:
            self._take(posixpath.join(folder, content), with_folder=True)
        elif path.lower().endswith((".md", ".mdc")):
            for quoted, plain in _MENTION.findall(content):
                for name in _spellings(quoted or plain):
                    self._take(posixpath.join(folder, name))

    def _take(self, place: str, depth: int = 0, *, with_folder: bool = False) -> None:
        """Take what is at `place`, through links of the base, and links of the head on the way.

        An import of a folder imports nothing, so that its files stay those that are reviewed.
        """
        path = posixpath.normpath(place).lstrip("/")
        parts = path.split("/")
        for length in range(1, len(parts)):
            above = "/".join(parts[:length])
            if _LINK in (self._head.get(above), self.base_files.get(above)):
                self._add(above)
            if self.base_files.get(above) == _LINK and depth < _MOST_LINKS:
                target = self._tree.content(self._base, above) or ""
                rest = posixpath.join(posixpath.dirname(above), target, *parts[length:])
                self._take(rest, depth + 1, with_folder=with_folder)
        if path in self._head or path in self.base_files:
            self._add(path)
        if with_folder or path in self.base_files:
            for each in self._below(path):
                self._add(each)

    def _below(self, folder: str) -> Iterator[str]:
        """The files of both commits in a folder."""
        start = bisect_left(self._paths, f"{folder}/")
        for path in islice(self._paths, start, None):
            if not path.startswith(f"{folder}/"):
                return
            yield path


def _is_setting(path: str, *, is_link: bool) -> bool:
    """Whether the agents take anything from a file for settings or instructions."""
    lower = path.lower()
    parts = lower.split("/")
    if is_link and any(each.startswith(f"{lower}/") for each in _PATHS):
        return True
    return parts[-1] in _NAMES or lower in _PATHS or not _FOLDERS.isdisjoint(parts)


def _spellings(name: str) -> Iterable[str]:
    """What a mention may mean: without the lines behind a colon, without the end of a sentence."""
    yield name
    yield name.split(":")[0]
    yield name.rstrip(".,;:!?)]}*_")


def _remove(root: Path, path: str) -> None:
    """Remove a file, or the link that stands for one of its folders."""
    current = root
    for part in path.split("/"):
        current = current / part
        if current.is_symlink() or current.is_file():
            _gone(current)
            return


def _gone(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink()
