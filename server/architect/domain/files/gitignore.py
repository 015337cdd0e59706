r"""What a `.gitignore` leaves out, as gitignore(5) and git's own matcher (wildmatch.c) have it.

Patterns and paths are bytes, because git's are: `?` stands for one byte. Each star but the last
becomes an atomic group that takes the first fit, so that no pattern, however many stars it has,
takes longer than the length of the path times its own length. One quirk of git is left out: `a**/b`
is `a*/b` here, as the manual says. Case always matters.
"""

import re
from collections.abc import Iterable, Iterator

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_DEEP = lazy_pattern(rb"\*\*+")
_NOTHING = b"(?!)"
_NOT_SLASH = b"[^/]"

_CLASSES = {
    b"alnum": rb"[0-9A-Za-z]",
    b"alpha": rb"[A-Za-z]",
    b"blank": rb"[ \t]",
    b"cntrl": rb"[\x00-\x1f\x7f]",
    b"digit": rb"[0-9]",
    b"graph": rb"[!-~]",
    b"lower": rb"[a-z]",
    b"print": rb"[ -~]",
    b"punct": rb"[!-/:-@\[-`{-~]",
    b"space": rb"[ \t-\r]",
    b"upper": rb"[A-Z]",
    b"xdigit": rb"[0-9A-Fa-f]",
}


class _NeverMatchesError(Exception):
    """The pattern is malformed; git lets such a pattern match nothing."""


@frozen
class _Rule:
    pattern: bytes
    negated: bool
    folders_only: bool

    @property
    def is_for_names(self) -> bool:
        """Without a slash it is about names at any depth, else about paths from its own folder."""
        return b"/" not in self.pattern


class _LastMatch:
    """Some rules as one expression; a match says which of those that fit stands last."""

    def __init__(self, rules: list[tuple[int, bytes]]) -> None:
        rules = [(number, expression) for number, expression in rules if expression != _NOTHING]
        self._numbers = [number for number, _ in reversed(rules)]
        # A group at the end says which alternative it was, and leaves the quick look at the first
        # letter of each to the matcher.
        joined = b"|".join(expression + b"()" for _, expression in reversed(rules))
        self._match = re.compile(joined or _NOTHING, re.DOTALL).match

    def number(self, subject: bytes) -> int:
        """The number of the rule; -1 if none fits."""
        match = self._match(subject)
        return (
            -1 if match is None or match.lastindex is None else self._numbers[match.lastindex - 1]
        )


class IgnoreRules:
    """The rules of one ignore file."""

    def __init__(self, content: bytes) -> None:
        rules = list(_rules(content))
        self._negated = [rule.negated for rule in rules]
        self._names = _LastMatch(
            [(n, _expression(r)) for n, r in enumerate(rules) if r.is_for_names]
        )
        self._paths = _LastMatch(
            [(n, _expression(r)) for n, r in enumerate(rules) if not r.is_for_names]
        )

    def verdict(self, path: bytes, *, is_folder: bool) -> bool | None:
        """Whether a path below the folder of the file is ignored; None if no rule is about it.

        Nothing is asked about the folders it lies in: what lies in an ignored one is ignored.
        """
        subject = path + b"/" if is_folder else path
        name = subject[path.rfind(b"/") + 1 :]
        number = max(self._names.number(name), self._paths.number(subject))
        return None if number < 0 else not self._negated[number]


def _rules(content: bytes) -> Iterator[_Rule]:
    for line in content.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        pattern = _without_trailing_spaces(line.removesuffix(b"\r"))
        if not pattern or pattern.startswith(b"#"):
            continue
        negated = pattern.startswith(b"!")
        pattern = pattern[negated:]
        folders_only = pattern.endswith(b"/")
        pattern = pattern[: len(pattern) - folders_only]
        if pattern:
            yield _Rule(pattern, negated, folders_only)


def _without_trailing_spaces(line: bytes) -> bytes:
    r"""`line` without the spaces at its end, but for one that is escaped: `\ `."""
    bare = line.rstrip(b" ")
    backslashes = len(bare) - len(bare.rstrip(b"\\"))
    return line[: len(bare) + 1] if backslashes % 2 else bare


def _expression(rule: _Rule) -> bytes:
    """A regular expression for a name or path, to which a slash is added if it is a folder."""
    end = rb"/\Z" if rule.folders_only else rb"/?\Z"
    try:
        if rule.is_for_names:
            return _name(rule.pattern) + end
        return _path(_parts(rule.pattern.removeprefix(b"/")), end)
    except _NeverMatchesError:
        return _NOTHING


def _parts(pattern: bytes) -> Iterator[bytes]:
    """What stands between the slashes, those in brackets and after a backslash not counted."""
    start = position = 0
    while position < len(pattern):
        if pattern[position : position + 1] == b"/":
            yield pattern[start:position]
            start = position + 1
        _, position = _one(pattern, position)
    yield pattern[start:]


def _path(parts: Iterable[bytes], end: bytes) -> bytes:
    """`**` between slashes stands for any number of folders, at the end for all that lies below."""
    blocks: list[list[bytes]] = [[]]
    for part in parts:
        if _DEEP.fullmatch(part):
            blocks.append([])
        else:
            blocks[-1].append(_name(part))
    first, *others = (b"/".join(block) for block in blocks)
    if not others:
        return first + end
    last = others.pop()
    middles = b"".join(b"(?>(?:[^/]+/)*?" + middle + b"/)" for middle in others if middle)
    start = first + b"/" if first else b""
    if not last:
        return start + middles + (rb".+" + end if end == rb"/\Z" else rb".+\Z")
    return start + middles + b"(?:[^/]+/)*" + last + end


def _name(pattern: bytes) -> bytes:
    """An expression for one name."""
    if not pattern:
        raise _NeverMatchesError
    if not pattern.strip(b"*"):
        return b"[^/]+"
    pieces = [b""]
    position = 0
    while position < len(pattern):
        if pattern[position : position + 1] == b"*":
            pieces.append(b"")
            position += 1
        else:
            expression, position = _one(pattern, position)
            pieces[-1] += expression
    first, *others = pieces
    if not others:
        return first
    last = others.pop()
    middles = b"".join(b"(?>[^/]*?" + middle + b")" for middle in others if middle)
    return first + middles + b"[^/]*" + last


def _one(pattern: bytes, position: int) -> tuple[bytes, int]:
    """The expression for what stands for one byte, and where the pattern goes on."""
    match pattern[position : position + 1]:
        case b"?":
            return _NOT_SLASH, position + 1
        case b"[":
            return _set(pattern, position + 1)
        case b"\\":
            return re.escape(_byte(pattern, position + 1)), position + 2
        case byte:
            return re.escape(byte), position + 1


def _set(pattern: bytes, position: int) -> tuple[bytes, int]:
    """Like `_one`, for a bracket expression whose content starts at `position`."""
    negated = pattern[position : position + 1] in (b"!", b"^")
    position += negated
    members: set[int] = set()
    start: int | None = None
    is_first = True
    while is_first or _byte(pattern, position) != b"]":
        is_first = False
        byte = _byte(pattern, position)
        if byte == b"[" and (named := _named_class(pattern, position)):
            members |= {code for code in range(256) if re.match(named[0], bytes([code]))}
            start, position = None, named[1]
        elif byte == b"-" and start is not None and _byte(pattern, position + 1) != b"]":
            last, position = _member(pattern, position + 1)
            members |= set(range(start, last + 1))
            start = None
        else:
            start, position = _member(pattern, position)
            members.add(start)
    codes = (set(range(256)) - members if negated else members) - {ord("/")}
    listed = b"".join(b"\\x%02x" % code for code in sorted(codes))
    return (b"[" + listed + b"]" if listed else _NOTHING), position + 1


def _named_class(pattern: bytes, position: int) -> tuple[bytes, int] | None:
    """The class that `[:name:]` at `position` stands for and where it ends; None if it is none."""
    if pattern[position + 1 : position + 2] != b":":
        return None
    end = pattern.find(b"]", position + 2)
    if end < 0:
        raise _NeverMatchesError
    if end - 1 < position + 2 or pattern[end - 1 : end] != b":":
        return None
    name = pattern[position + 2 : end - 1]
    if name not in _CLASSES:
        raise _NeverMatchesError
    return _CLASSES[name], end + 1


def _member(pattern: bytes, position: int) -> tuple[int, int]:
    """A byte of a bracket expression, a backslash before it left out, and where it goes on."""
    position += _byte(pattern, position) == b"\\"
    return ord(_byte(pattern, position)), position + 1


def _byte(pattern: bytes, position: int) -> bytes:
    if position >= len(pattern):
        raise _NeverMatchesError
    return pattern[position : position + 1]
