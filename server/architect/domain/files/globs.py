r"""Glob patterns with the meaning they have in every tool and search, which is that of ripgrep.

`*`, `?` and `[...]` stay within one name, `[!...]` and `[^...]` are all other characters, `**`
stands for any number of folders, `{a,b}` for a or b, and a backslash makes the next character an
ordinary one. Unlike there, `?` is a character and not a byte, `./` at the start says nothing, and
brackets and braces that are never closed stand for themselves.
"""

import re
from collections.abc import Callable, Iterator
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
    braces = _innermost_braces(pattern)
    if braces is None:
        yield pattern
        return
    start, commas, end = braces
    ends = [*commas, end]
    choices = [pattern[at + 1 : to] for at, to in zip([start, *commas], ends, strict=True)]
    # As in ripgrep, nothing at all is no choice.
    for choice in [choice for choice in choices if choice] or choices[:1]:
        yield from _alternatives(pattern[:start] + choice + pattern[end + 1 :])


def _innermost_braces(pattern: str) -> tuple[int, list[int], int] | None:
    """Where the first braces without others inside begin, have their commas, and end."""
    start, commas = -1, list[int]()
    at = 0
    while at < len(pattern):
        match pattern[at]:
            case "{":
                start, commas = at, []
            case "," if start >= 0:
                commas.append(at)
            case "}" if start >= 0:
                return start, commas, at
            case _:
                pass
        at = _behind_one(pattern, at)
    return None


def _behind_one(pattern: str, at: int) -> int:
    """Where the pattern goes on behind one character, escaped or not, or a set of them."""
    if pattern[at] == "\\":
        return at + 2
    return _end_of_set(pattern, at) if pattern[at] == "[" else at + 1


def _end_of_set(pattern: str, at: int) -> int:
    """The index behind the set that begins at `at`, or behind the bracket if it never ends."""
    first = at + 1 + (pattern[at + 1 : at + 2] in ("!", "^"))
    end = pattern.find("]", first + 1)
    return end + 1 if end >= 0 else at + 1


def _name_matcher(pattern: str) -> _NameMatcher:
    """Each star but the last takes the first fit, so that no name takes long."""
    first, *others = _between_stars(pattern)
    if others:
        last = others.pop()
        middles = "".join(f"(?>.*?{middle})" for middle in others if middle)
        first = f"{first}{middles}.*{last}"
    compiled = re.compile(first, re.DOTALL)
    return lambda name: compiled.fullmatch(name) is not None


def _between_stars(pattern: str) -> list[str]:
    """Expressions for what stands between the stars."""
    pieces = [""]
    at = 0
    while at < len(pattern):
        end = _behind_one(pattern, at)
        match pattern[at]:
            case "*":
                pieces.append("")
            case "?":
                pieces[-1] += "."
            case "[" if end > at + 1:
                pieces[-1] += _set(pattern[at + 1 : end - 1])
            case "\\":
                pieces[-1] += re.escape(pattern[at + 1 : end] or "\\")
            case character:
                pieces[-1] += re.escape(character)
        at = end
    return pieces


def _set(members: str) -> str:
    """An expression for the characters between brackets."""
    negated = members[0] in "!^"
    members = members[negated:]
    ranges: list[str] = []
    at = 0
    while at < len(members):
        low = high = members[at]
        if members[at + 1 : at + 2] == "-" and at + 2 < len(members):
            high = members[at + 2]
            at += 2
        at += 1
        if low <= high:
            ranges.append(f"{re.escape(low)}-{re.escape(high)}")
    if not ranges:
        return "." if negated else "(?!)"
    return f"[{'^' if negated else ''}{''.join(ranges)}]"


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
