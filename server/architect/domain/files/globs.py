"""Glob patterns with the meaning they have in every tool and search.

`*`, `?` and `[...]` stay within one name, `**` stands for any number of folders, `{a,b}` for a
or b.
"""

import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from itertools import islice

_MOST_ALTERNATIVES = 256
"""`{a,b}` multiplies: eight of them in one pattern are still taken."""

_NameMatcher = Callable[[str], bool]

_Chain = list[_NameMatcher | None]
"""A matcher for each part of a pattern; None stands for `**`."""


def glob_matcher(pattern: str) -> Callable[[str], bool]:
    """Whether a path (relative, forward slashes) matches `pattern`.

    A pattern without a slash is matched against the name only, one with a slash against the whole
    path. The time is linear in the length of the path, whatever the pattern.
    """
    alternatives = without_braces(pattern)
    if "/" not in pattern:
        matchers = [_name_matcher(alternative) for alternative in alternatives]
        return lambda path: any(matches(path.rpartition("/")[2]) for matches in matchers)
    chains = [_chain(alternative) for alternative in alternatives]
    return lambda path: any(_chain_matches(chain, path.split("/")) for chain in chains)


def without_braces(pattern: str) -> list[str]:
    """The patterns without braces that together mean the same as `pattern`."""
    return list(islice(_alternatives(pattern), _MOST_ALTERNATIVES))


def _alternatives(pattern: str) -> Iterator[str]:
    """The pattern once for each way through its braces; unpaired braces stay as they are."""
    braces = re.search(r"\{([^{}]*,[^{}]*)\}", pattern)
    if braces is None:
        yield pattern
        return
    for choice in braces[1].split(","):
        yield from _alternatives(pattern[: braces.start()] + choice + pattern[braces.end() :])


def _name_matcher(pattern: str) -> _NameMatcher:
    compiled = re.compile(translate(pattern))
    return lambda name: compiled.match(name) is not None


def _chain(pattern: str) -> _Chain:
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    if parts and parts[-1] == "**":
        parts.append("*")
    return [None if part == "**" else _name_matcher(part) for part in parts]


def _chain_matches(chain: _Chain, names: list[str]) -> bool:
    """Follow all readings of the pattern at once; a state is the number of its parts used up."""
    states = _past_deep(chain, {0})
    for name in names:
        following: set[int] = set()
        for state in states:
            matcher = chain[state] if state < len(chain) else _never
            if matcher is None:
                following.add(state)
            elif matcher(name):
                following.add(state + 1)
        states = _past_deep(chain, following)
    return len(chain) in states


def _past_deep(chain: _Chain, states: set[int]) -> set[int]:
    """`states`, and those reached from them by letting a `**` stand for no folder at all."""
    reached = set(states)
    for state in sorted(states):
        while state < len(chain) and chain[state] is None:
            state += 1
            reached.add(state)
    return reached


def _never(_name: str) -> bool:
    return False
