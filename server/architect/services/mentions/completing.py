"""What an @ at the end of a text may become, for front ends that complete it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from architect.domain.code_map.symbols import Symbol
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.files.name_match import Named, best_matches
from architect.domain.text.mentions import mentions_in
from architect.domain.text.typed_mention import as_mention, typed_mention
from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.services.mentions.mentioned_text import DIFF, PROBLEMS, TERMINAL

MentionKind = Literal["file", "folder", "symbol", "problems", "diff", "terminal", "server"]

MOST_SYMBOLS = 5
_LONGEST_WAIT_S = 1.0
"""For a server that tells which resources it has."""

_SPECIAL: dict[str, tuple[MentionKind, str]] = {
    PROBLEMS: ("problems", english("what the language servers report")),
    DIFF: ("diff", english("the uncommitted changes")),
    TERMINAL: ("terminal", english("the output of the last command in the terminal")),
}
_RESERVED = frozenset(_SPECIAL)
_IDENTIFIER = lazy_pattern(r"[^\W\d][\w$.]+")
_LINES = lazy_pattern(r".+:[0-9-]*", re.DOTALL)


@frozen
class Suggestion:
    """A mention: what to `insert` from the @ on, and how it is shown.

    `complete` is false for what one goes on in: a folder, or a server.
    """

    insert: str
    label: str
    kind: MentionKind
    detail: str = ""
    complete: bool = True


@frozen
class Completion:
    """The suggestions for what begins at `start`, in UTF-16 code units."""

    start: int = 0
    suggestions: tuple[Suggestion, ...] = ()


async def no_symbols(_: str, __: int) -> Sequence[Symbol]:
    """What there is without an index."""
    return ()


@frozen(kw_only=True)
class MentionSources:
    """Where suggestions come from.

    `names` are the files, of which those are left out that `hides` says may hold secrets, `symbols`
    the definitions whose names begin like that, so many at most. `servers` have resources, which
    are listed as lines that begin with a URI.
    """

    names: Callable[[], Awaitable[Sequence[Named]]]
    hides: Callable[[str], bool]
    symbols: Callable[[str, int], Awaitable[Sequence[Symbol]]] = no_symbols
    servers: Sequence[str] = ()
    resources: Callable[[str], Awaitable[str]] | None = None


async def completed(text: str, sources: MentionSources, *, limit: int) -> Completion:
    """What may stand for the mention that `text` ends with, the likeliest first."""
    mention = typed_mention(text)
    if mention is None:
        return Completion()
    typed = mention.typed
    server, has_uri, _ = typed.partition(":")
    if has_uri and server in sources.servers:
        found = await _resources(server, typed, sources)
        return Completion(mention.start, tuple(found[:limit]))
    if _LINES.fullmatch(typed):
        return Completion(mention.start)
    special = [*_special(typed), *_servers(typed, sources.servers)]
    symbols = await _symbols(typed, sources)
    files = await _files(typed, sources, most=limit - len(symbols))
    found = [*special, *files, *symbols] if typed else [*special, *files]
    return Completion(mention.start, tuple(found[:limit]))


def _special(typed: str) -> list[Suggestion]:
    return [
        Suggestion(f"@{word}", word, kind, detail)
        for word, (kind, detail) in _SPECIAL.items()
        if word.startswith(typed.casefold())
    ]


def _servers(typed: str, servers: Sequence[str]) -> list[Suggestion]:
    return [
        Suggestion(
            f"@{name}:",
            f"{name}:",
            "server",
            english("resources of an MCP server"),
            complete=False,
        )
        for name in servers
        if name.casefold().startswith(typed.casefold())
    ]


async def _files(typed: str, sources: MentionSources, *, most: int) -> list[Suggestion]:
    names = await sources.names()
    # Some more, since some of them may hold secrets or be unfit for a mention.
    best = await asyncio.to_thread(best_matches, typed.removeprefix("./"), names, most=3 * most)
    shown = (_shown(one) for one in best if not sources.hides(one.path))
    return [one for one in shown if one is not None][:most]


def _shown(one: Named) -> Suggestion | None:
    path = f"{one.path}/" if one.is_folder else one.path
    insert = as_mention(path, reserved=_RESERVED)
    if insert is None:
        return None
    folder, _, name = one.path.rpartition("/")
    label = escape_controls(in_one_line(f"{name}/" if one.is_folder else name))
    kind = "folder" if one.is_folder else "file"
    return Suggestion(insert, label, kind, escape_controls(folder), complete=not one.is_folder)


async def _symbols(typed: str, sources: MentionSources) -> list[Suggestion]:
    if _IDENTIFIER.fullmatch(typed) is None:
        return []
    found = await sources.symbols(typed, MOST_SYMBOLS)
    return [
        Suggestion(f"@{one.name}", one.name, "symbol", escape_controls(f"{one.path}:{one.line}"))
        for one in found
        if mentions_in(f"@{one.name} ")
    ]


async def _resources(server: str, typed: str, sources: MentionSources) -> list[Suggestion]:
    if sources.resources is None:
        return []
    try:
        async with asyncio.timeout(_LONGEST_WAIT_S):
            listed = await sources.resources(server)
    except TimeoutError:
        return []
    suggestions: list[Suggestion] = []
    for line in listed.split("\n"):
        uri, _, about = line.partition(" ")
        insert = as_mention(f"{server}:{uri}")
        if "://" in uri and "{" not in uri and insert and f"{server}:{uri}".startswith(typed):
            suggestions.append(
                Suggestion(insert, escape_controls(uri), "server", escape_controls(about))
            )
    return suggestions
