"""Finding a pattern in lines, with Python's regular expressions, as ripgrep would find it."""

import re
from collections.abc import Callable

from architect.lazy_pattern import lazy_pattern

_CASE_APART = str.maketrans(
    {
        "İ": "\U000102a0",
        "ı": "\U000102a1",
        "\u1fd3": "\U000102a2",
        "\u1fe3": "\U000102a3",
        "\ufb05": "\U000102a4",
    }
)
"""Letters that Python, but not Unicode's simple case folding, takes for others: read as Carian."""

_STAYS_IN_LINE = lazy_pattern(
    r"(?:[^\\(\[?*+{]|\\[wdsbB.()\[\]{}*+?|^$/\\-]|[?*+](?!\+)|\((?!\?)|\(\?:)*"
)
"""Expressions that cannot match across a line end, so that a whole text can be tried at once."""

_NOT_IN_PYTHON = lazy_pattern(r"\\.|\(\?<(?=[A-Za-z_])|\[:(\^?)([a-z]+):\]", re.DOTALL)
_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "digit": "0-9",
    "lower": "a-z",
    "space": r"\t\n\v\f\r ",
    "upper": "A-Z",
    "word": "a-zA-Z0-9_",
    "xdigit": "a-fA-F0-9",
}
"""Those of POSIX that are a few ranges in ASCII."""

_INVALID = "\udc80-\udcff"


class LineMatcher:
    """Where a pattern matches; the two quick looks may only err by saying yes."""

    __slots__ = ("may_match", "may_match_text", "start")

    def __init__(
        self,
        start: Callable[[str], int | None],
        *,
        may_match: Callable[[bytes], bool],
        may_match_text: Callable[[str], bool],
    ) -> None:
        self.start = start
        self.may_match = may_match
        self.may_match_text = may_match_text


def line_matcher(pattern: str, *, is_regex: bool, ignore_case: bool) -> LineMatcher:
    """A matcher for a literal text or a regular expression.

    Raises:
        re.error, OverflowError, RecursionError, ValueError: it is no regular expression.
    """
    if not is_regex and not ignore_case:
        return _literal(pattern)
    if not is_regex and pattern.isascii():
        return _ascii_literal(pattern)
    expression = _in_python(pattern) if is_regex else re.escape(pattern)
    return _expression(expression, ignore_case=ignore_case)


def _in_python(pattern: str) -> str:
    r"""`pattern` with what ripgrep writes differently: `(?<name>...)`, `\z` and `[[:alpha:]]`.

    Raises:
        ValueError: it has a class that cannot be written in Python.
    """

    def translated(part: re.Match[str]) -> str:
        text, negated, name = part[0], part[1], part[2]
        if name:
            return _class_members(name, negated=bool(negated))
        return {"(?<": "(?P<", r"\z": r"\Z"}.get(text, text)

    return _NOT_IN_PYTHON.sub(translated, pattern)


def _class_members(name: str, *, negated: bool) -> str:
    if name not in _CLASSES:
        raise ValueError(f"the class [:{name}:] is not known here")
    if not negated:
        return _CLASSES[name]
    members = re.compile(f"[{_CLASSES[name]}]")
    others = "".join(re.escape(chr(code)) for code in range(128) if not members.match(chr(code)))
    return f"{others}\\x80-\U0010ffff"


def _literal(pattern: str) -> LineMatcher:
    needle = pattern.encode()

    def may_match(content: bytes) -> bool:
        return needle in content or content.startswith((b"\xff\xfe", b"\xfe\xff"))

    return LineMatcher(
        lambda line: _found_at(line, pattern),
        may_match=may_match,
        may_match_text=lambda text: pattern in text,
    )


def _found_at(line: str, pattern: str) -> int | None:
    at = line.find(pattern)
    return at if at >= 0 else None


def _ascii_literal(pattern: str) -> LineMatcher:
    """Case is ignored; most texts are ASCII, and comparing those in lower case is quick."""
    lower = pattern.lower()
    slow = _expression(re.escape(pattern), ignore_case=True)

    def start(line: str) -> int | None:
        return _found_at(line.lower(), lower) if line.isascii() else slow.start(line)

    def may_match_text(text: str) -> bool:
        return lower in text.lower() if text.isascii() else slow.may_match_text(text)

    return LineMatcher(start, may_match=lambda _content: True, may_match_text=may_match_text)


def _expression(pattern: str, *, ignore_case: bool) -> LineMatcher:
    flags = re.IGNORECASE if ignore_case else re.NOFLAG
    search = re.compile(pattern.translate(_CASE_APART) if ignore_case else pattern, flags).search
    anywhere = re.compile(pattern, flags | re.MULTILINE).search

    def start(line: str) -> int | None:
        if line.isascii() and "\r" not in line:
            found = search(line)
            return found.start() if found else None
        return _start_in_pieces(search, line.translate(_CASE_APART) if ignore_case else line)

    can_try_all = _STAYS_IN_LINE.fullmatch(pattern) is not None

    def may_match_text(text: str) -> bool:
        if not can_try_all or not text.isascii() or "\r" in text:
            return True
        return anywhere(text) is not None

    return LineMatcher(start, may_match=lambda _content: True, may_match_text=may_match_text)


def _start_in_pieces(search: Callable[..., re.Match[str] | None], line: str) -> int | None:
    """Where the expression matches, but not across a lone CR nor in bytes that are no text."""
    at = 0
    for piece in line.split("\r"):
        for run in re.finditer(f"[^{_INVALID}]+", piece) if piece else (None,):
            start, end = run.span() if run else (0, 0)
            if found := search(piece, start, end):
                return at + found.start()
        at += len(piece) + 1
    return None
