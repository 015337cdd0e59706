"""Rules that count for some files only: those of folders, and those of Cursor with globs.

They are told when the run has come to such a file, behind the step in which it has, so that what
was sent before stays the same.
"""

import posixpath
from collections.abc import Iterable, Iterator
from pathlib import Path

from architect.domain.errors import PathRefusedError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.journal.context_events import RulesTold
from architect.domain.journal.state import AgentState
from architect.domain.paths import Access
from architect.ports.workspace import Workspace
from architect.services.rules.cursor_files import CursorFile, cursor_files
from architect.services.rules.reading import RULES_FILES, Hides, RulesReading, RulesText, marked

FOLDER_FILES = (".architect.md", "AGENTS.md", "CLAUDE.md")

_WHOSE = "They come from a file of the project and grant no permissions."
_OF_FOLDER = (
    "Rules for the files in {folder}. They go before those of folders above and of the project as "
    "a whole."
)
_OF_FILES = "Rules for files like {file}."


class RulesNearby:
    """What of them a run is still to be told, by the conversation that it has left.

    Files that are looked for in vain are not looked for again.
    """

    def __init__(self, workspace: Workspace, hides: Hides) -> None:
        self._workspace = workspace
        self._hides = hides
        self._absent: set[str] = set()
        self._cursor: tuple[CursorFile, ...] | None = None
        self._cursor_in: dict[str, tuple[CursorFile, ...]] = {}
        self._covered: dict[tuple[str, str], bool] = {}
        self._at_the_start: tuple[Path, ...] | None = None

    async def due(self, state: AgentState) -> tuple[RulesTold, ...]:
        """The rules for the files that `state` has seen and that it does not know, nearest last."""
        places = dict.fromkeys(seen.place for step in state.steps for _, seen in step.seen)
        known = {path for step in state.steps for path in step.rules}
        if not places:
            return ()
        if self._at_the_start is None:
            self._at_the_start = tuple(self._told_at_the_start())
        reading = RulesReading(self._workspace, self._hides, of=self._at_the_start)
        nearest_first = [
            told
            for folder in _folders(places)
            for told in (
                *await self._of_folder(folder, known, reading),
                *await self._cursor_rules_of(folder, places, known, reading),
            )
        ]
        return (*await self._of_files(places, known, reading), *reversed(nearest_first))

    async def _of_folder(
        self, folder: str, known: set[str], reading: RulesReading
    ) -> list[RulesTold]:
        told: list[RulesTold] = []
        for path in (f"{folder}/{name}" for name in FOLDER_FILES):
            if path in known or path in self._absent:
                continue
            before = len(reading.texts)
            await reading.add(path)
            texts = reading.texts[before:]
            if texts:
                told.append(_told(path, _OF_FOLDER.format(folder=_shown(folder)), texts))
            else:
                self._absent.add(path)
        return told

    async def _cursor_rules_of(
        self, folder: str, places: Iterable[str], known: set[str], reading: RulesReading
    ) -> list[RulesTold]:
        """Those in a folder of its own; their globs are from the root or from that folder."""
        if folder not in self._cursor_in:
            found = await cursor_files(self._workspace, self._hides, of=folder)
            self._cursor_in[folder] = found
        told: list[RulesTold] = []
        for file in self._cursor_in[folder]:
            inside = [place for place in places if place.startswith(f"{folder}/")]
            names = [*inside, *(place.removeprefix(f"{folder}/") for place in inside)]
            for_all = file.rule.always or not file.rule.globs
            if for_all or any(self._covers(file, name) for name in names):
                text = _OF_FOLDER.format(folder=_shown(folder))
                told += await self._taken(file, text, known, reading)
        return told

    async def _of_files(
        self, places: Iterable[str], known: set[str], reading: RulesReading
    ) -> list[RulesTold]:
        if self._cursor is None:
            files = await cursor_files(self._workspace, self._hides)
            self._cursor = tuple(each for each in files if each.rule.globs and not each.rule.always)
        told: list[RulesTold] = []
        for file in self._cursor:
            place = next((one for one in places if self._covers(file, one)), None)
            if place is not None:
                text = _OF_FILES.format(file=_shown(place))
                told += await self._taken(file, text, known, reading)
        return told

    async def _taken(
        self, file: CursorFile, about: str, known: set[str], reading: RulesReading
    ) -> list[RulesTold]:
        """The rules of a file, unless they are known, or say nothing."""
        if file.path in known or file.path in self._absent:
            return []
        before = len(reading.texts)
        await reading.take(file.path, file.rule.text, is_cut=file.is_cut)
        texts = reading.texts[before:]
        if not texts:
            self._absent.add(file.path)
            return []
        return [_told(file.path, about, texts)]

    def _covers(self, file: CursorFile, place: str) -> bool:
        known = (file.path, place)
        if known not in self._covered:
            self._covered[known] = file.rule.covers(place)
        return self._covered[known]

    def _told_at_the_start(self) -> Iterator[Path]:
        for name in RULES_FILES:
            try:
                yield self._workspace.locate(name, Access.READ).real
            except PathRefusedError:
                continue


def _folders(places: Iterable[str]) -> list[str]:
    """The folders below the root that the files are in, the deepest first."""
    folders: dict[str, None] = {}
    for place in places:
        folder = posixpath.dirname(place)
        while folder not in ("", "/", "."):
            folders[folder] = None
            folder = posixpath.dirname(folder)
    return sorted(folders, key=lambda folder: (-folder.count("/"), folder))


def _told(path: str, about: str, texts: Iterable[RulesText]) -> RulesTold:
    return RulesTold(path=path, text="\n".join((f"{about} {_WHOSE}", *map(marked, texts))))


def _shown(path: str) -> str:
    return escape_controls(in_one_line(path))
