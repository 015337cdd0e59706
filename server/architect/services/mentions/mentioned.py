"""What the task of a user names by an @: files, lines, folders, definitions, diff, problems.

All of it goes with the task within one size. What cannot go with it is told to user and model in a
line, and the run goes on: a word with an @ may be a decorator, or a person.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field

from architect.domain.attached import Attached, attached_text
from architect.domain.context_part import ContextPart
from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    NotTextError,
    PathRefusedError,
    PortFault,
    UserError,
    VcsFault,
)
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.journal.context_events import MentionLeftOut
from architect.domain.paths import Access, WorkspacePath
from architect.domain.run_request import Attachment
from architect.domain.text.counted import counted
from architect.domain.text.mentions import Mention, Target, is_alias, mentions_in
from architect.frozen import frozen
from architect.l10n import at, either, english
from architect.lazy_pattern import lazy_pattern
from architect.ports.code_index import CodeIndex
from architect.ports.tool_source import TextOffer
from architect.ports.workspace import Workspace
from architect.services.requests import marked
from architect.services.text_start import text_start
from architect.tools.missing_path import similar_paths

MAX_CHARS = 40_000
"""Of one mention: about 10,000 tokens."""

MAX_ENTRIES = 300
"""Of a folder."""

_NAME = english("mention")
DIFF, PROBLEMS, TERMINAL = "diff", "problems", "terminal"
_NO_PROBLEMS = english("there is no editor here that reports any, and lsp.servers names no server")
_NO_TERMINAL = english("no output of a terminal came with the message")
_FILE_NAME = lazy_pattern(
    r".*[^/.]\.(?:[a-z][a-z0-9]{0,3}|swift|scala|gradle|proto|ipynb|json5|astro|svelte)",
    re.IGNORECASE | re.DOTALL,
)


@frozen(kw_only=True)
class Sources:
    """Where mentioned things come from; `hides` says which files may hold secrets.

    `texts` are those of other sources, such as MCP servers.
    `has_terminal` says that the output of a terminal is attached already.
    `diff` is the uncommitted changes without such files, and raises a VcsFault. `problems` are what
    the `reporter` says of files, a line each; None where there is none. `index` knows what files
    define.
    """

    workspace: Workspace
    hides: Callable[[WorkspacePath], bool]
    diff: Callable[[], Awaitable[str]]
    problems: Callable[[], Awaitable[str]] | None = None
    reporter: str = "the editor"
    index: CodeIndex | None = None
    texts: Mapping[str, TextOffer] = field(default_factory=dict[str, TextOffer])
    has_terminal: bool = False


@frozen
class Mentioned:
    """`taints` are where texts among them come from that strangers may have written.

    `attached` is what people are shown of those that go with the task.
    """

    parts: tuple[ContextPart, ...] = ()
    left_out: tuple[MentionLeftOut, ...] = ()
    taints: tuple[str, ...] = ()
    attached: tuple[Attached, ...] = ()


async def mentioned(task: str, sources: Sources, *, room: int) -> Mentioned:
    """What `task` names, in at most about `room` characters."""
    mentions = mentions_in(task) if "@" in task else ()
    if not mentions:
        return Mentioned()
    resolving = _Resolving(sources, room)
    for mention in mentions:
        await resolving.resolve(mention)
    return Mentioned(
        tuple(resolving.parts),
        tuple(resolving.left_out),
        tuple(resolving.taints),
        tuple(resolving.attached),
    )


class _LeftOutError(Exception):
    """A mention means something that does not go with the task; the text says why."""


@frozen
class _Found:
    """A text that goes with the task; see `Attachment`. `left_out` is what of it does not."""

    kind: str
    source: str
    text: str
    left_out: str = ""


class _Resolving:
    def __init__(self, sources: Sources, room: int) -> None:
        self.parts: list[ContextPart] = []
        self.left_out: list[MentionLeftOut] = []
        self.taints: list[str] = []
        self.attached: list[Attached] = []
        self._sources = sources
        self._room = room

    async def resolve(self, mention: Mention) -> None:
        try:
            found = await self._found(mention)
        except _LeftOutError as error:
            reason = escape_controls(in_one_line(str(error)))
            shown = escape_controls(in_one_line(mention.written))
            self.left_out.append(MentionLeftOut(mention=shown, reason=reason))
            text = f"[{shown} is not attached: {reason}]"
            self.parts.append(ContextPart(_NAME, at(shown, reason), text))
            return
        if found is not None:
            self._attach(mention, found)

    def _attach(self, mention: Mention, found: _Found) -> None:
        shown = escape_controls(in_one_line(mention.written))
        room = min(self._room, MAX_CHARS)
        left_out = found.left_out
        if len(found.text) > room:
            left_out = counted(len(found.text) - room, "character")
        missing = f"\n[... {left_out} left out ...]" if left_out else ""
        text = marked(Attachment(found.kind, found.source, f"{found.text[:room]}{missing}"))
        if all(part.text != text for part in self.parts):
            self._room -= len(text)
            self.parts.append(ContextPart(_NAME, shown, text, left_out))
            name = escape_controls(in_one_line(found.source))
            self.attached.append(attached_text(found.kind, name, found.text[:room]))

    async def _found(self, mention: Mention) -> _Found | None:
        """What a mention means; None if it is just a word.

        Raises:
            _LeftOutError: it means something that does not go with the task.
        """
        if self._room <= 0:
            raise _LeftOutError(english("what is mentioned before takes all the room there is"))
        if mention.written == f"@{DIFF}":
            return await self._diff()
        if mention.written == f"@{PROBLEMS}":
            return await self._problems()
        if mention.written == f"@{TERMINAL}":
            return self._terminal()
        if (found := await self._resource(mention)) is not None:
            return found
        for target in mention.targets:
            if (found := await self._at(target, mention)) is not None:
                return found
        if (found := await self._symbol(mention)) is not None:
            return found
        await self._expect_no_path(mention)
        return None

    async def _diff(self) -> _Found:
        try:
            diff = await self._sources.diff()
        except VcsFault as fault:
            raise _LeftOutError(str(fault)) from fault
        return _Found(DIFF, "the last commit", diff.strip("\n") or "(no changes)")

    async def _problems(self) -> _Found:
        if self._sources.problems is None:
            raise _LeftOutError(_NO_PROBLEMS)
        problems = await self._sources.problems()
        return _Found(PROBLEMS, self._sources.reporter, problems or "(none are reported)")

    def _terminal(self) -> None:
        """Nothing more than what the front end has attached.

        Raises:
            _LeftOutError: it has attached nothing.
        """
        if not self._sources.has_terminal:
            raise _LeftOutError(_NO_TERMINAL)

    async def _resource(self, mention: Mention) -> _Found | None:
        """What `@SERVER:URI` is; None if it names no source that there is.

        Raises:
            _LeftOutError: the source does not give it.
        """
        written = mention.targets[0].path if mention.is_quoted else mention.written[1:]
        source, has_uri, uri = written.partition(":")
        offer = self._sources.texts.get(source)
        if offer is None or not (has_uri and uri):
            return None
        try:
            text = await offer.resource(uri)
        except (PortFault, UserError) as fault:
            raise _LeftOutError(str(fault)) from fault
        if not offer.is_trusted:
            self.taints.append(f"resource {source}")
        return _Found("resource", written, escape_controls(text))

    async def _at(self, target: Target, mention: Mention) -> _Found | None:
        """The file or folder that is there; None if there is none.

        Raises:
            _LeftOutError: it does not go with the task.
        """
        if target.path.startswith("~/"):
            raise _LeftOutError(english("it is outside of the workspace"))
        try:
            place = self._sources.workspace.locate(target.path, Access.READ)
        except PathRefusedError as refusal:
            if is_alias(mention.written):
                return None
            raise _LeftOutError(_why_refused(refusal)) from refusal
        if self._sources.hides(place):
            raise _LeftOutError(english("it may hold secrets"))
        try:
            return await self._lines(place, target)
        except FileMissingError:
            return None
        except NotAFileError:
            return await self._folder(place)
        except NotTextError as fault:
            raise _LeftOutError(english("it is no text")) from fault
        except PortFault as fault:
            raise _LeftOutError(str(fault)) from fault

    async def _lines(self, place: WorkspacePath, target: Target) -> _Found:
        first, last = sorted((target.first, target.last))
        start = await text_start(
            self._sources.workspace,
            place,
            most_chars=min(self._room, MAX_CHARS),
            first=max(first, 1),
            last=last,
        )
        if first > 1 and not start.text:
            raise _LeftOutError(english("it has no line {first}", first=first))
        left_out = "the rest" if start.is_cut else ""
        if not last:
            return _Found("file", place.relative, start.text, left_out)
        shown = f"lines {start.first}-{start.last}" if last > first else f"line {first}"
        return _Found("file", f"{place.relative}, {shown}", start.text, left_out)

    async def _folder(self, place: WorkspacePath) -> _Found:
        try:
            listing = await self._sources.workspace.list(place, recursive=True, limit=MAX_ENTRIES)
        except PortFault as fault:
            raise _LeftOutError(
                english("it is neither a file nor a folder that can be listed")
            ) from fault
        names = [in_one_line(entry.relative) for entry in listing.entries if not entry.is_folder]
        left_out = "more files" if listing.truncated else ""
        return _Found("folder", place.relative, "\n".join(names) or "(empty)", left_out)

    async def _symbol(self, mention: Mention) -> _Found | None:
        """Where what a mention names is defined; None if it is nowhere, or a decorator is meant.

        Raises:
            _LeftOutError: it looks like a name of code, and others are much like it.
        """
        index, target = self._sources.index, mention.targets[-1]
        if index is None or mention.is_called or mention.is_quoted or target.first:
            return None
        from architect.services.mentions.symbols import definitions_of, nearest_names

        workspace, hides = self._sources.workspace, self._sources.hides
        names = [target.path for target in mention.targets]
        for name in names:
            found = await definitions_of(name, index, workspace, hides)
            if found is not None:
                return _Found("symbol", found.source, found.text, found.left_out)
        if nearest := await nearest_names(names[-1], index):
            names = either(map(repr, nearest))
            raise _LeftOutError(
                english("nothing is defined by that name, did you mean {either}?", either=names)
            )
        return None

    async def _expect_no_path(self, mention: Mention) -> None:
        """Raise a _LeftOutError if a mention that names nothing was meant to."""
        target = mention.targets[-1]
        if mention.is_called or is_alias(mention.written):
            return
        meant = mention.is_quoted or target.first or target.path.endswith("/")
        meant = meant or _FILE_NAME.fullmatch(target.path) is not None
        if not meant and "/" not in target.path:
            return
        place = self._sources.workspace.locate(target.path, Access.READ)
        names = [repr(name) for name in await similar_paths(self._sources.workspace, place)]
        if meant or names:
            hint = english(", did you mean {either}?", either=either(names)) if names else ""
            raise _LeftOutError(english("there is no such file{hint}", hint=hint))


def _why_refused(refusal: PathRefusedError) -> str:
    return str(refusal).partition("refused: ")[2] or str(refusal)
