"""What a review found."""

from hashlib import sha256
from typing import Literal

from architect.domain.ids import FindingId, RunId
from architect.domain.text.file_text import split_lines
from architect.frozen import frozen

Severity = Literal["error", "warning", "info"]

MAX_LANDMARK_CHARS = 400
"""Of a line by which a finding is recognised; a minified file may be one line of megabytes."""


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


def finding_id(path: str, title: str, line_text: str, *, ordinal: int) -> FindingId:
    """The same id for the same finding, in whatever run and on whatever line it is reported.

    `ordinal` tells equal lines of a file apart: how many of them stand before this one.
    """
    key = "\0".join((path, title, line_text.strip(), str(ordinal)))
    return FindingId(sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12])


def landmark(line: str) -> str:
    """The part of a line by which it is recognised."""
    return line[:MAX_LANDMARK_CHARS]


def bare_lines(text: str) -> list[str]:
    """The lines of `text` without their line ends."""
    return [line.rstrip("\r\n") for line in split_lines(text)]
