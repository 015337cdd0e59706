"""What a review found."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Literal

from architect.domain.ids import FindingId, RunId
from architect.domain.text.file_text import split_lines
from architect.frozen import frozen

Severity = Literal["error", "warning", "info"]

Category = Literal["bug", "security", "performance", "tests", "maintainability", "documentation"]
"""What kind of problem it is: the rule of a finding in SARIF, and part of its id."""

UNKNOWN_CATEGORY: Category = "bug"
"""Of findings that were recorded before there were categories."""

MAX_LANDMARK_CHARS = 400
"""Of a line by which a finding is recognised; a minified file may be one line of megabytes."""


_RANKS: dict[Severity, int] = {"error": 0, "warning": 1, "info": 2}


@frozen(kw_only=True)
class Finding:
    """A problem in lines `line` to `end_line` of a file, both counted from 1 and both part of it.

    `path` is relative to the workspace root, with forward slashes. `line_text` is the
    `landmark` of line `line` as it was when last seen: what the finding is recognised by.
    """

    finding_id: FindingId
    path: str
    line: int
    end_line: int
    severity: Severity
    title: str
    detail: str
    suggestion: str | None
    run_id: RunId
    line_text: str
    category: Category = UNKNOWN_CATEGORY


def finding_id(path: str, category: Category, line_text: str, *, ordinal: int) -> FindingId:
    """The same id for the same finding, in whatever words, run and line it is reported.

    `ordinal` tells equal lines of a file apart: how many of them stand before this one. Blanks in
    the line do not count.
    """
    return _hashed(path, category, without_blanks(line_text), str(ordinal))


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by severity, then by place."""
    return sorted(findings, key=lambda each: (_RANKS[each.severity], each.path, each.line))


def is_as_severe(severity: Severity, limit: Severity) -> bool:
    """Whether `severity` is at least `limit`."""
    return _RANKS[severity] <= _RANKS[limit]


def without_blanks(line: str) -> str:
    return "".join(line.split())


def distinct(finding: Finding, known: Iterable[Finding]) -> Finding | None:
    """`finding` with an id that none of `known` has; None if one of them is the same finding.

    Two problems of one category in one line have different titles, and get ids by their order.
    """
    wanted = finding
    by_id = {each.finding_id: each for each in known}
    while (twin := by_id.get(wanted.finding_id)) is not None:
        if twin.title.casefold() == finding.title.casefold():
            return None
        wanted = replace(wanted, finding_id=_hashed(wanted.finding_id, "next"))
    return wanted


def _hashed(*parts: str) -> FindingId:
    key = "\0".join(parts)
    return FindingId(sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12])


def landmark(line: str) -> str:
    """The part of a line by which it is recognised."""
    return line[:MAX_LANDMARK_CHARS]


def bare_lines(text: str) -> list[str]:
    """The lines of `text` without their line ends."""
    return [line.rstrip("\r\n") for line in split_lines(text)]
