"""What a review looks at, in parts that one agent can read at a time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from architect.agent.prompt_files import prompt
from architect.domain.findings import Category, bare_lines
from architect.domain.git_range import GitRange
from architect.domain.review_scope import FileCoverage, ReviewPart, ReviewScope
from architect.domain.run_request import RunRequest
from architect.domain.text.diff_sections import FileDiff, file_diffs, split_hunk
from architect.frozen import frozen
from architect.l10n import english
from architect.policy.diff_without_secrets import LEFT_OUT

PART_CHARS = 40_000
"""About 10,000 tokens: what an agent reads with care, and room for what it looks up."""

MAX_PART_FILES = 15

LONGEST_LINE = 5_000
"""Of what is still looked at: longer lines were written by a program."""

GENERATED = frozenset(
    {
        "bun.lock",
        "cargo.lock",
        "composer.lock",
        "flake.lock",
        "gemfile.lock",
        "go.sum",
        "npm-shrinkwrap.json",
        "package-lock.json",
        "pipfile.lock",
        "pnpm-lock.yaml",
        "poetry.lock",
        "uv.lock",
        "yarn.lock",
    }
)
"""Lock files of package managers, in lower case: long, and written by programs."""

_GENERATED = english("a lock file; name it to have it reviewed")


@frozen
class ReviewWishes:
    """What matters in a review: categories, words of the project, and how much is told at most."""

    focus: tuple[Category, ...] = ()
    instructions: str = ""
    max_findings: int | None = None


@frozen
class _Piece:
    """A text about some places of one file, which is not divided any further."""

    place: FileCoverage
    text: str


def changes_scope(
    diff: str,
    changes: GitRange,
    wishes: ReviewWishes,
    *,
    named: Iterable[str] = (),
    skipped: Mapping[str, str] | None = None,
) -> ReviewScope:
    """A review of `diff`; files that the user has `named` are looked at whatever they are.

    `skipped` are files that are not, each with the reason.
    """
    chosen, unwanted = frozenset(named), skipped or {}
    pieces: list[_Piece] = []
    left_out: list[FileCoverage] = []
    for file in file_diffs(diff):
        if file.path in unwanted and file.path not in chosen:
            left_out.append(FileCoverage(file.path, (), unwanted[file.path]))
            continue
        found, missed = _of_diff(file, is_named=file.path in chosen)
        pieces += found
        left_out += missed
    task = _task(prompt("tasks/review_changes").format(base=changes), wishes)
    parts = tuple(_part("diff", str(changes), group) for group in _groups(pieces))
    return ReviewScope(task, parts, tuple(left_out))


def files_scope(
    texts: Mapping[str, str], wishes: ReviewWishes, *, left_out: Sequence[FileCoverage] = ()
) -> ReviewScope:
    """A review of whole files."""
    pieces = [piece for path, text in sorted(texts.items()) for piece in _of_file(path, text)]
    long = [FileCoverage(path, (), reason) for path, reason in _too_long(texts)]
    kept = [piece for piece in pieces if piece.place.path not in {each.path for each in long}]
    parts = tuple(
        _part("file", ", ".join(dict.fromkeys(piece.place.path for piece in group)), group)
        for group in _groups(kept)
    )
    return ReviewScope(_task(prompt("tasks/review_files"), wishes), parts, (*left_out, *long))


def project_task(wishes: ReviewWishes) -> str:
    """The task of a review of the whole project, of which the agent chooses what to look at."""
    return _task(prompt("tasks/review_workspace"), wishes)


def review_of(scope: ReviewScope, *, title: str = "") -> RunRequest:
    """The run that reviews `scope`."""
    if len(scope.parts) == 1:
        from architect.agent.reviewing import request_for

        request = request_for(scope.task, scope.parts[0])
        return RunRequest(
            request.task,
            request.agent,
            attachments=request.attachments,
            title=title,
            scope=scope,
        )
    files = dict.fromkeys(place.path for part in scope.parts for place in part.places)
    return RunRequest(
        f"{scope.task}\n\nReview {len(files)} files in {len(scope.parts)} parts.",
        "review",
        title=title,
        scope=scope,
    )


def _task(task: str, wishes: ReviewWishes) -> str:
    parts = [task.rstrip()]
    if wishes.focus:
        kinds = " or ".join(wishes.focus)
        parts.append(f"Report findings of the category {kinds} only.")
    if wishes.max_findings is not None:
        parts.append(f"Report the {wishes.max_findings} most important findings at most.")
    if wishes.instructions.strip():
        parts.append(f"What this project wants of a review:\n\n{wishes.instructions.strip()}")
    return "\n\n".join(parts)


def _of_diff(file: FileDiff, *, is_named: bool) -> tuple[list[_Piece], list[FileCoverage]]:
    """The pieces of a changed file, and what of it nobody looks at."""
    lines = tuple((hunk.first, hunk.last) for hunk in file.hunks)
    if LEFT_OUT in file.header and not file.hunks:
        return [], [FileCoverage(file.path, (), english("it may hold secrets"))]
    if file.is_binary:
        return [], [FileCoverage(file.path, (), english("it is no text"))]
    if not is_named and PurePosixPath(file.path).name.lower() in GENERATED:
        return [], [FileCoverage(file.path, lines, _GENERATED)]
    if not file.hunks:
        return [_Piece(FileCoverage(file.path), file.header)], []
    pieces: list[_Piece] = []
    missed: list[FileCoverage] = []
    for whole in file.hunks:
        if (reason := _unreadable(whole.text)) is not None:
            missed.append(FileCoverage(file.path, ((whole.first, whole.last),), reason))
            continue
        for hunk in split_hunk(whole, PART_CHARS):
            place = FileCoverage(file.path, ((hunk.first, hunk.last),))
            pieces.append(_Piece(place, file.header + hunk.text))
    return pieces, missed


def _of_file(path: str, text: str) -> Iterator[_Piece]:
    """The lines of a file with their numbers, in pieces."""
    lines, first = bare_lines(text), 1
    while lines:
        size = taken = 0
        while taken < len(lines) and (not taken or size + len(lines[taken]) + 8 <= PART_CHARS):
            size += len(lines[taken]) + 8
            taken += 1
        shown = "".join(
            f"{number:>6}\t{line}\n" for number, line in enumerate(lines[:taken], start=first)
        )
        last = first + taken - 1
        heading = f"== {path}, lines {first}-{last} ==\n"
        yield _Piece(FileCoverage(path, ((first, last),)), heading + shown)
        first, lines = last + 1, lines[taken:]


def _too_long(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for path, text in texts.items():
        if (reason := _unreadable(text)) is not None:
            yield path, reason


def _unreadable(text: str) -> str | None:
    longest = max(map(len, bare_lines(text)), default=0)
    if longest > LONGEST_LINE:
        return english("it has a line of {longest:,} characters", longest=longest)
    return None


def _groups(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """Pieces that are read together: as they come, which keeps a folder together."""
    group: list[_Piece] = []
    size = 0
    for piece in pieces:
        files = {each.place.path for each in (*group, piece)}
        if group and (size + len(piece.text) > PART_CHARS or len(files) > MAX_PART_FILES):
            yield group
            group, size = [], 0
        group.append(piece)
        size += len(piece.text)
    if group:
        yield group


def _part(kind: str, source: str, group: Sequence[_Piece]) -> ReviewPart:
    lines: dict[str, list[tuple[int, int]]] = {}
    for piece in group:
        lines.setdefault(piece.place.path, []).extend(piece.place.lines)
    places = tuple(FileCoverage(path, tuple(found)) for path, found in lines.items())
    return ReviewPart(kind, source, _joined(group), places)


def _joined(group: Sequence[_Piece]) -> str:
    """The texts behind each other; the header of a file is shown once."""
    shown: list[str] = []
    before = ""
    for piece in group:
        head, at, body = piece.text.partition("@@ ")
        repeats = bool(at) and head == before
        shown.append(at + body if repeats else piece.text)
        before = head
    return "".join(shown)
