"""What people see of the health of code."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from architect.cli.printer import Style
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.health.changes import HealthChange
from architect.domain.health.measures import NotMeasured
from architect.domain.health.words import KIND_TITLES, change_words, totals_words
from architect.domain.journal.check_events import HealthMeasured
from architect.domain.text.counted import counted

if TYPE_CHECKING:
    from architect.app.health import HealthLook

_MOST_OF_A_RUN = 10
_MOST = 10
_MOST_WORSE, _MOST_BETTER = 30, 10


def measured_lines(measured: HealthMeasured) -> Iterator[tuple[str, Style]]:
    """What a run made of the health of the code."""
    if measured.problem:
        style: Style = "bad" if measured.is_gate else "warning"
        yield f"health: not measured, {measured.problem}", style
        return
    verb = "failed" if measured.fails else "passed"
    what = f"gate health: {verb}" if measured.is_gate else "health"
    bad: Style = "bad" if measured.is_gate else "warning"
    style = bad if measured.worse else "good" if measured.is_gate else "dim"
    files = f"{counted(measured.after.files, 'file')} measured"
    yield f"{what} · {files} · {totals_words(measured.after, measured.before)}", style
    yield from _some("worse", measured.worse, measured.worse_count, _MOST_OF_A_RUN, "warning")
    yield from _some("better", measured.better, measured.better_count, _MOST_OF_A_RUN, "dim")
    reasons = _reasons(measured.not_measured, measured.not_measured_count)
    if reasons:
        yield f"    not measured: {reasons}", "dim"


def _some(
    name: str, changes: Sequence[HealthChange], count: int, most: int, style: Style
) -> Iterator[tuple[str, Style]]:
    for change in changes[:most]:
        yield f"    {name}: {_shown(change_words(change))}", style
    if count > most:
        yield f"    and {count - most} more {name}", style


def look_lines(look: "HealthLook", *, has_all: bool) -> Iterator[str]:
    """The health of a workspace, short: the worst of each kind, the files with most problems."""
    totals = look.now.totals
    lines = sum(file.lines for file in look.now.files)
    yield (
        f"{counted(totals.files, 'file')}, {counted(totals.functions, 'function')}, "
        f"{lines:,} lines: {totals_words(totals, look.before and look.before.totals)}"
    )
    yield from _changes(look, has_all) if look.before is not None else _problems(look, has_all)
    yield from _left_out(look, has_all)


def _changes(look: "HealthLook", has_all: bool) -> Iterator[str]:
    worse, better = look.changes.worse, look.changes.better
    if not worse and not better:
        yield f"Nothing is worse or better than in {look.commit[:10]}."
    for name, changes, most in (("Worse", worse, _MOST_WORSE), ("Better", better, _MOST_BETTER)):
        if not changes:
            continue
        yield ""
        yield f"{name} than in {look.commit[:10]}: {len(changes)}"
        rows = [change_words(one) for one in changes]
        yield from _listed(rows, len(rows) if has_all else most)


def _problems(look: "HealthLook", has_all: bool) -> Iterator[str]:
    from architect.domain.health.problems import problems_by_file, problems_in

    problems = problems_in(look.now)
    for kind, title in KIND_TITLES.items():
        some = [change_words(one) for one in problems if one.kind == kind]
        if some:
            yield ""
            yield f"{title}: {len(some)}"
            yield from _listed(some, len(some) if has_all else _MOST)
    files = problems_by_file(look.now)
    if len(files) > 1:
        yield ""
        yield f"Files with problems: {len(files)}"
        rows = [f"{path}: {_kinds(kinds)}" for path, kinds in files.items()]
        yield from _listed(rows, len(rows) if has_all else _MOST)


def _kinds(kinds: Counter[str]) -> str:
    return ", ".join(f"{kinds[kind]} {kind}" for kind in KIND_TITLES if kinds[kind])


def _listed(rows: Sequence[str], most: int) -> Iterator[str]:
    for row in rows[:most]:
        yield f"  {_shown(row)}"
    if len(rows) > most:
        yield f"  and {len(rows) - most} more (--all)"


def _left_out(look: "HealthLook", has_all: bool) -> Iterator[str]:
    left_out = look.now.not_measured
    if left_out:
        yield ""
        yield f"Not measured: {_reasons(left_out, len(left_out))}"
        if has_all or len(left_out) <= _MOST:
            yield from _listed([f"{one.path}: {one.reason}" for one in left_out], len(left_out))
    if look.other_endings:
        some = list(look.other_endings.items())[:5]
        named = ", ".join(f"{number} {ending}" for ending, number in some)
        patterns = ", ".join(f'"**/*{ending}"' for ending, _ in some)
        yield ""
        yield f"Left out by health.include_patterns: {named} (to measure them, add {patterns})"


def _reasons(left_out: Sequence[NotMeasured], count: int) -> str:
    """`3 generated, 1 binary`, the most frequent first."""
    kinds = Counter(one.reason.partition(" in line ")[0] for one in left_out)
    told = ", ".join(f"{number} {reason}" for reason, number in kinds.most_common())
    more = count - len(left_out)
    return told + (f", and {more} more" if more else "")


def _shown(text: str) -> str:
    return escape_controls(in_one_line(text))
