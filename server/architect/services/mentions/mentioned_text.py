"""The text that a mention names: a file, lines of it, a folder, a definition, diff, problems."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field

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
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.mentions import Mention, Target, is_alias
from architect.frozen import frozen
from architect.l10n import either, english
from architect.lazy_pattern import lazy_pattern
from architect.ports.code_index import CodeIndex
from architect.ports.tool_source import TextOffer
from architect.ports.workspace import Workspace
from architect.services.text_start import text_start
from architect.tools.missing_path import similar_paths

MAX_CHARS = 40_000
"""Of one mention: about 10,000 tokens."""

MAX_ENTRIES = 300
"""Of a folder."""

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
class MentionedText:
    """A text that goes with the task; see `Attachment`.

    `left_out` is what of it does not. `taint` is where it comes from if strangers may have written
    it.
    """

    kind: str
    source: str
    text: str
    left_out: str = ""
    taint: str = ""


class NotAttachedError(Exception):
    """A mention means something that does not go with the task; the text says why."""


async def text_of(mention: Mention, sources: Sources, *, room: int) -> MentionedText | None:
    """What a mention means; None if it is just a word.

    Of a file no more than about `room` characters are read; other texts may be longer than that.

    Raises:
        NotAttachedError: it means something that does not go with the task.
    """
    return await _Lookup(sources, room).found(mention)


@frozen
class _Lookup:
    sources: Sources
    room: int

    async def found(self, mention: Mention) -> MentionedText | None:
        if self.room <= 0:
            raise NotAttachedError(english("what is mentioned before takes all the room there is"))
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

    async def _diff(self) -> MentionedText:
        try:
            diff = await self.sources.diff()
        except VcsFault as fault:
            raise NotAttachedError(str(fault)) from fault
        return MentionedText(DIFF, "the last commit", diff.strip("\n") or "(no changes)")

    async def _problems(self) -> MentionedText:
        if self.sources.problems is None:
            raise NotAttachedError(_NO_PROBLEMS)
        problems = await self.sources.problems()
        return MentionedText(PROBLEMS, self.sources.reporter, problems or "(none are reported)")

    def _terminal(self) -> None:
        """Nothing more than what the front end has attached.

        Raises:
            NotAttachedError: it has attached nothing.
        """
        if not self.sources.has_terminal:
            raise NotAttachedError(_NO_TERMINAL)

    async def _resource(self, mention: Mention) -> MentionedText | None:
        """What `@SERVER:URI` is; None if it names no source that there is.

        Raises:
            NotAttachedError: the source does not give it.
        """
        written = mention.targets[0].path if mention.is_quoted else mention.written[1:]
        source, has_uri, uri = written.partition(":")
        offer = self.sources.texts.get(source)
        if offer is None or not (has_uri and uri):
            return None
        try:
            text = await offer.resource(uri)
        except (PortFault, UserError) as fault:
            raise NotAttachedError(str(fault)) from fault
        taint = "" if offer.is_trusted else f"resource {source}"
        return MentionedText("resource", written, escape_controls(text), taint=taint)

    async def _at(self, target: Target, mention: Mention) -> MentionedText | None:
        """The file or folder that is there; None if there is none.

        Raises:
            NotAttachedError: it does not go with the task.
        """
        if target.path.startswith("~/"):
            raise NotAttachedError(english("it is outside of the workspace"))
        try:
            place = self.sources.workspace.locate(target.path, Access.READ)
        except PathRefusedError as refusal:
            if is_alias(mention.written):
                return None
            raise NotAttachedError(_why_refused(refusal)) from refusal
        if self.sources.hides(place):
            raise NotAttachedError(english("it may hold secrets"))
        try:
            return await self._lines(place, target)
        except FileMissingError:
            return None
        except NotAFileError:
            return await self._folder(place)
        except NotTextError as fault:
            raise NotAttachedError(english("it is no text")) from fault
        except PortFault as fault:
            raise NotAttachedError(str(fault)) from fault

    async def _lines(self, place: WorkspacePath, target: Target) -> MentionedText:
        first, last = sorted((target.first, target.last))
        start = await text_start(
            self.sources.workspace,
            place,
            most_chars=min(self.room, MAX_CHARS),
            first=max(first, 1),
            last=last,
        )
        if first > 1 and not start.text:
            raise NotAttachedError(english("it has no line {first}", first=first))
        left_out = "the rest" if start.is_cut else ""
        if not last:
            return MentionedText("file", place.relative, start.text, left_out)
        shown = f"lines {start.first}-{start.last}" if last > first else f"line {first}"
        return MentionedText("file", f"{place.relative}, {shown}", start.text, left_out)

    async def _folder(self, place: WorkspacePath) -> MentionedText:
        try:
            listing = await self.sources.workspace.list(place, recursive=True, limit=MAX_ENTRIES)
        except PortFault as fault:
            raise NotAttachedError(
                english("it is neither a file nor a folder that can be listed")
            ) from fault
        names = [in_one_line(entry.relative) for entry in listing.entries if not entry.is_folder]
        left_out = "more files" if listing.truncated else ""
        return MentionedText("folder", place.relative, "\n".join(names) or "(empty)", left_out)

    async def _symbol(self, mention: Mention) -> MentionedText | None:
        """Where what a mention names is defined; None if it is nowhere, or a decorator is meant.

        Raises:
            NotAttachedError: it looks like a name of code, and others are much like it.
        """
        index, target = self.sources.index, mention.targets[-1]
        if index is None or mention.is_called or mention.is_quoted or target.first:
            return None
        from architect.services.mentions.symbols import definitions_of, nearest_names

        workspace, hides = self.sources.workspace, self.sources.hides
        names = [target.path for target in mention.targets]
        for name in names:
            found = await definitions_of(name, index, workspace, hides)
            if found is not None:
                return MentionedText("symbol", found.source, found.text, found.left_out)
        if nearest := await nearest_names(names[-1], index):
            names = either(map(repr, nearest))
            raise NotAttachedError(
                english("nothing is defined by that name, did you mean {either}?", either=names)
            )
        return None

    async def _expect_no_path(self, mention: Mention) -> None:
        """Raise a NotAttachedError if a mention that names nothing was meant to."""
        target = mention.targets[-1]
        if mention.is_called or is_alias(mention.written):
            return
        meant = mention.is_quoted or target.first or target.path.endswith("/")
        meant = meant or _FILE_NAME.fullmatch(target.path) is not None
        if not meant and "/" not in target.path:
            return
        place = self.sources.workspace.locate(target.path, Access.READ)
        names = [repr(name) for name in await similar_paths(self.sources.workspace, place)]
        if meant or names:
            hint = english(", did you mean {either}?", either=either(names)) if names else ""
            raise NotAttachedError(english("there is no such file{hint}", hint=hint))


def _why_refused(refusal: PathRefusedError) -> str:
    return str(refusal).partition("refused: ")[2] or str(refusal)
