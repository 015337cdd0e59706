"""The changes of a run as suggestions in a review of the pull request.

https://docs.github.com/en/rest/pulls/reviews#create-a-review-for-a-pull-request
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from architect_action.api import GitHub
from architect_action.comment import is_by, own_login

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_FENCE = re.compile(r"`+")
MOST = 50


@dataclass(frozen=True)
class Suggestion:
    """Lines `first` to `last` of a file, and what they become."""

    path: str
    first: int
    last: int
    text: str


def suggestions_in(patch: str) -> Iterator[Suggestion]:
    """What a patch changes, each adjacent group of lines by itself.

    Lines that are only added go with the line above them, or below where there is none.
    """
    for path, start, lines in _hunks(patch, side=1):
        yield from _of_hunk(path, start, lines)


def _of_hunk(path: str, start: int, lines: Sequence[str]) -> Iterator[Suggestion]:
    number, at = start, 0
    while at < len(lines):
        if lines[at][:1] == " ":
            number, at = number + 1, at + 1
            continue
        begin = at
        at = _end_of_change(lines, at)
        if begin == 0 and at < len(lines) and all(line[0] == "+" for line in lines[:at]):
            at = _end_of_change(lines, at + 1)
        elif all(line[0] == "+" for line in lines[begin:at]) and begin:
            begin, number = begin - 1, number - 1
        group = lines[begin:at]
        removed = sum(line[0] != "+" for line in group)
        if removed:
            text = "".join(f"{line[1:]}\n" for line in group if line[0] != "-")
            yield Suggestion(path, number, number + removed - 1, text)
        number += removed


def _end_of_change(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and lines[at][:1] != " ":
        at += 1
    return at


def shown_lines(diff: str) -> dict[str, list[range]]:
    """The lines of each file that the diff of the pull request shows, which can be commented on."""
    shown: dict[str, list[range]] = {}
    for path, start, lines in _hunks(diff, side=3):
        count = sum(line[:1] != "-" for line in lines)
        shown.setdefault(path, []).append(range(start, start + count))
    return shown


def _hunks(diff: str, *, side: int) -> Iterator[tuple[str, int, list[str]]]:
    """Path, first line and lines of each hunk; `side` is the group of `_HUNK` with the line."""
    path, lines = "", diff.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("+++ "):
            path = line[6:].split("\t")[0] if line.startswith("+++ b/") else ""
        match = _HUNK.match(line)
        if match is None:
            continue
        left, right = (int(each) if each is not None else 1 for each in (match[2], match[4]))
        body: list[str] = []
        while at < len(lines) and (left > 0 or right > 0 or lines[at].startswith("\\")):
            if not lines[at].startswith("\\"):
                body.append(lines[at] or " ")
                left -= lines[at][:1] != "+"
                right -= lines[at][:1] != "-"
            at += 1
        if path and not path.startswith('"'):
            yield path, int(match[side]), body


def put_suggestions(
    github: GitHub, repository: str, *, number: int, commit: str, patch: str, diff: str
) -> tuple[int, int]:
    """Suggest what `patch` changes, as far as `diff` shows it: how many were made, and not.

    One that stands there already is not made again.

    Raises:
        ApiError: the review was refused.
    """
    shown = shown_lines(diff)
    fitting: list[Suggestion] = []
    other = 0
    for each in suggestions_in(patch):
        is_shown = any(
            each.first in part and each.last in part for part in shown.get(each.path, ())
        )
        if is_shown and len(fitting) < MOST:
            fitting.append(each)
        else:
            other += 1
    known = _known(github, repository, number)
    comments = [_comment(each) for each in fitting if _mark(each) not in known]
    if comments:
        body = {"commit_id": commit, "event": "COMMENT", "comments": comments}
        github.post(f"/repos/{repository}/pulls/{number}/reviews", body)
    return len(fitting), other


def _known(github: GitHub, repository: str, number: int) -> set[str]:
    login = own_login(github)
    return {
        str(each.get("body", "")).split("\n", 1)[0].strip()
        for each in github.all(f"/repos/{repository}/pulls/{number}/comments")
        if is_by(each, login)
    }


def _mark(each: Suggestion) -> str:
    text = f"{each.path}\0{each.first}\0{each.last}\0{each.text}"
    return f"<!-- architect-suggestion {hashlib.sha256(text.encode()).hexdigest()[:16]} -->"


def _comment(each: Suggestion) -> dict[str, Any]:
    longest = max((len(ticks) for ticks in _FENCE.findall(each.text)), default=0)
    fence = "`" * max(3, longest + 1)
    body = f"{_mark(each)}\n{fence}suggestion\n{each.text}{fence}"
    place: dict[str, Any] = {"path": each.path, "line": each.last, "side": "RIGHT", "body": body}
    if each.first != each.last:
        place |= {"start_line": each.first, "start_side": "RIGHT"}
    return place
