"""Code, emphasis and strong words of a line of Markdown, as CommonMark 0.31.2 has them.

Section 6.1 says what code is, 6.2 what is emphasised, and "An algorithm for parsing nested
emphasis" in the appendix how that is found. Links and images are shown as they are written.
"""

import unicodedata
from dataclasses import dataclass
from itertools import accumulate

from architect.cli.markdown.fragments import Fragment
from architect.cli.printer import Style
from architect.lazy_pattern import lazy_pattern

_TOKEN = lazy_pattern(
    r"\\[*_`\\]|`+|\*+|_+|\]\([^()\s]*\)|https?://[^\s<`]*[^\s<`?!.,:*_~()]|[^\\`*_\]h]+|."
)
"""A target and an address are one token each: what looks like a mark there is none."""


@dataclass(slots=True)
class _Marks:
    """A run of `*` or `_`, the `order`th of them and the piece `at`; `left` of it are not used."""

    order: int
    at: int
    mark: str
    length: int
    left: int
    opens: bool
    closes: bool


@dataclass(slots=True)
class _Found:
    """The pieces of a line: texts, code, and runs of marks."""

    pieces: list[Fragment]
    runs: list[_Marks]


def spans(text: str) -> list[Fragment]:
    """A line with the styles of its words and without their marks; marks of nothing stay."""
    if not any(mark in text for mark in "`*_"):
        return [(text, "plain")] if text else []
    found = _pieces(text)
    strong, soft = _emphasis(found.runs, len(found.pieces))
    for run in found.runs:
        found.pieces[run.at] = (run.mark * run.left, "plain")
    styled: list[Fragment] = []
    for (piece, own), is_strong, is_soft in zip(found.pieces, strong, soft, strict=True):
        around: Style = "strong" if is_strong else "emphasis" if is_soft else "plain"
        style = own if own == "code" else around
        if styled and styled[-1][1] == style:
            styled[-1] = (styled[-1][0] + piece, style)
        elif piece:
            styled.append((piece, style))
    return styled


def _pieces(text: str) -> _Found:
    found = _Found([], [])
    tokens = [(each.start(), each[0]) for each in _TOKEN.finditer(text)]
    last = {token: number for number, (_, token) in enumerate(tokens) if token[0] == "`"}
    number = 0
    while number < len(tokens):
        at, token = tokens[number]
        if token[0] == "`" and last[token] > number:
            end = next(n for n in range(number + 1, len(tokens)) if tokens[n][1] == token)
            found.pieces.append((text[at + len(token) : tokens[end][0]], "code"))
            number = end
        elif token[0] in "*_":
            found.runs.append(_marks(text, at, token, found))
            found.pieces.append((token, "plain"))
        else:
            is_escape = len(token) == 2 and token[0] == "\\"
            found.pieces.append((token[1:] if is_escape else token, "plain"))
        number += 1
    return found


def _marks(text: str, at: int, token: str, found: _Found) -> _Marks:
    """Whether it opens and closes depends on what stands before and behind."""
    end = at + len(token)
    before, behind = text[at - 1 : at] or " ", text[end : end + 1] or " "
    opens = _flanks(inside=behind, outside=before)
    closes = _flanks(inside=before, outside=behind)
    if token[0] == "_":
        within_word = opens and closes
        opens = opens and (not within_word or _is_punctuation(before))
        closes = closes and (not within_word or _is_punctuation(behind))
    size = len(token)
    return _Marks(len(found.runs), len(found.pieces), token[0], size, size, opens, closes)


def _flanks(*, inside: str, outside: str) -> bool:
    if inside.isspace():
        return False
    return not _is_punctuation(inside) or outside.isspace() or _is_punctuation(outside)


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _emphasis(runs: list[_Marks], size: int) -> tuple[list[int], list[int]]:
    """How often each of `size` pieces is strong, and how often it is emphasised."""
    strong, soft = [0] * (size + 1), [0] * (size + 1)
    openers: list[_Marks] = []
    bottoms: dict[tuple[str, bool, int], int] = {}
    """Below which of the runs there is nothing that a run like that could close."""
    for run in runs:
        kind = (run.mark, run.opens, run.length % 3)
        while run.closes and run.left:
            place = _opener(openers, run, bottoms.get(kind, 0))
            if place is None:
                bottoms[kind] = run.order
                break
            opener = openers[place]
            del openers[place + 1 :]
            used = 2 if min(opener.left, run.left) >= 2 else 1
            depth = strong if used == 2 else soft
            depth[opener.at + 1] += 1
            depth[run.at] -= 1
            opener.left -= used
            run.left -= used
            if not opener.left:
                openers.pop()
        if run.opens and run.left:
            openers.append(run)
    return list(accumulate(strong))[:size], list(accumulate(soft))[:size]


def _opener(openers: list[_Marks], run: _Marks, bottom: int) -> int | None:
    """The place of the nearest one that `run` closes."""
    for place in range(len(openers) - 1, -1, -1):
        opener = openers[place]
        if opener.order < bottom:
            return None
        if opener.mark == run.mark and not _is_odd_match(opener, run):
            return place
    return None


def _is_odd_match(opener: _Marks, closer: _Marks) -> bool:
    """Rules 9 and 10 of section 6.2."""
    both = opener.length + closer.length
    is_both = opener.closes or closer.opens
    return is_both and both % 3 == 0 and not (opener.length % 3 == 0 == closer.length % 3)
