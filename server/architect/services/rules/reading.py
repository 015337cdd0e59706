"""Rules files with what they import, each once and all within one size."""

import posixpath
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    NotTextError,
    PathRefusedError,
    PortFault,
)
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.marks import kept_inside
from architect.domain.text.mentions import Mention, is_alias, mentions_in
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.workspace import Workspace
from architect.services.text_start import TextStart, text_start

RULES_FILES = (".architect.md", "AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md")
"""All there are count; of equal ones, and of those that another one imports, one does.

AGENTS.md is described at https://agents.md, that of Copilot at https://docs.github.com/en/copilot.
"""

MAX_CHARS = 20_000
"""Of all rules that are told at once: about 5,000 tokens."""

MAX_IMPORTS = 5
"""How deep imports may lie in imports, as in Claude Code (https://code.claude.com/docs/en/memory)."""

MAX_FILES = 50
"""What else would cost time in a repository that wants to."""

Hides = Callable[[WorkspacePath], bool]
_MOST_WORDS = 10


@frozen
class RulesText:
    """What a rules file says, and where it is."""

    path: str
    text: str


class RulesReading:
    """Collects rules files of a workspace, in the order in which they are asked for.

    A file that `hides` says may hold secrets is none: a repository can make its rules a link to
    one, or import it. What is left out is kept in words.
    """

    def __init__(self, workspace: Workspace, hides: Hides, *, of: Iterable[Path] = ()) -> None:
        """`of` are real paths of files that the model has been told already."""
        self.texts: list[RulesText] = []
        self._left_out: list[str] = []
        self._workspace = workspace
        self._hides = hides
        self._room = MAX_CHARS
        self._places = set(of)
        self._known: set[str] = set()

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(one.path for one in self.texts)

    @property
    def left_out(self) -> str:
        """What is missing, in words; empty if nothing is."""
        more = len(self._left_out) - _MOST_WORDS
        return "; ".join((*self._left_out[:_MOST_WORDS], *([f"{more} more"] if more > 0 else [])))

    async def add(self, name: str) -> None:
        """Take the rules file `name`, if there is one, and what it imports."""
        await self._add(name, name, depth=0)

    async def _add(self, name: str, called: str, *, depth: int) -> None:
        """Take the file `name`, which people know as `called`."""
        if (place := self._place(name, called, depth)) is None:
            return
        start = await self._start(place, called)
        if start is not None:
            await self.take(place.relative, start.text, is_cut=start.is_cut, depth=depth)

    async def take(self, path: str, text: str, *, is_cut: bool = False, depth: int = 0) -> None:
        """Take `text` as the rules of the file `path`, and the files that it imports."""
        text = escape_controls(text).strip()
        imports = mentions_in(text)
        if text and text not in self._known and not _only_imports(text, imports):
            self._known.add(text)
            self._keep(path, text, is_cut=is_cut)
        if imports and (depth >= MAX_IMPORTS or self._room <= 0 or len(self._places) >= MAX_FILES):
            self._leave_out(english("what {path} imports", path=path))
            return
        for mention in imports:
            await self._import(mention, posixpath.dirname(path), depth + 1)

    def _keep(self, path: str, text: str, *, is_cut: bool) -> None:
        shown = escape_controls(in_one_line(path))
        if self._room <= 0:
            self._leave_out(shown)
            return
        if is_cut or len(text) > self._room:
            self._leave_out(english("the rest of {path}", path=shown))
            text = f"{text[: self._room]}\n[... the rest of this file is left out ...]"
        self._room -= len(text)
        self.texts.append(RulesText(shown, text))

    async def _import(self, mention: Mention, folder: str, depth: int) -> None:
        """Take the first file that `mention` may mean; it may well be no import at all."""
        for target in mention.targets:
            if target.path.startswith("~"):
                self._leave_out(
                    english("{path}, which is outside of the workspace", path=mention.written)
                )
                return
            before = len(self._left_out), len(self._places)
            await self._add(posixpath.join(folder, target.path), mention.written, depth=depth)
            if before != (len(self._left_out), len(self._places)):
                return

    def _place(self, name: str, called: str, depth: int) -> WorkspacePath | None:
        """Where a file is that may be read and was not taken yet."""
        try:
            place = self._workspace.locate(name, Access.READ)
        except PathRefusedError:
            if not (depth and is_alias(called)):
                self._leave_out(
                    english("{path}, which is refused or outside of the workspace", path=called)
                )
            return None
        if place.real in self._places:
            return None
        if self._hides(place):
            self._leave_out(english("{path}, which may hold secrets", path=called))
            return None
        return place

    async def _start(self, place: WorkspacePath, called: str) -> TextStart | None:
        try:
            start = await text_start(self._workspace, place, most_chars=MAX_CHARS)
        except (FileMissingError, NotAFileError):
            return None
        except NotTextError:
            self._leave_out(english("{path}, which is no text", path=called))
            return None
        except PortFault:
            self._leave_out(english("{path}, which cannot be read", path=called))
            return None
        self._places.add(place.real)
        return start

    def _leave_out(self, what: str) -> None:
        what = escape_controls(in_one_line(what))
        if what not in self._left_out:
            self._left_out.append(what)


def _only_imports(text: str, imports: Sequence[Mention]) -> bool:
    """Whether a file says nothing itself: each of its lines is an import."""
    written = {mention.written for mention in imports}
    return bool(written) and all(line.strip() in written for line in text.split("\n") if line)


def marked(rules: RulesText) -> str:
    """Rules as the model reads them: what is in them cannot end their mark."""
    name = rules.path.replace('"', "'")
    body = kept_inside(f'{name}">\n{rules.text}', "project-rules")
    return f'<project-rules file="{body}\n</project-rules>'
