"""What people see of the health of code."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from architect.cli.printer import Style
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.health.changes import HealthChange, Kind
from architect.domain.health.measures import NotMeasured
from architect.domain.health.words import KIND_TITLES, change_words, totals_words
from architect.domain.journal.check_events import HealthMeasured
from architect.domain.text.counted import counted
from architect.l10n import english, shown, t, tn

if TYPE_CHECKING:
    from architect.app.health import HealthLook

_KINDS: dict[Kind, str] = {
    "complex": english("{number} complex"),
    "long": english("{number} long"),
    "duplicate": english("{number} duplicate"),
}
_MOST_OF_A_RUN = 10
_MOST = 10
_MOST_WORSE, _MOST_BETTER = 30, 10


def measured_lines(measured: HealthMeasured) -> Iterator[tuple[str, Style]]:
    """What a run made of the health of the code."""
    if measured.problem:
        style: Style = "bad" if measured.is_gate else "warning"
        yield t("health: not measured, {problem}", problem=shown(measured.problem)), style
        return
    what = t("health")
    if measured.is_gate:
        what = t("gate health: failed") if measured.fails else t("gate health: passed")
    bad: Style = "bad" if measured.is_gate else "warning"
    style = bad if measured.worse else "good" if measured.is_gate else "dim"
    files = t("{files} measured", files=shown(counted(measured.after.files, "file")))
    yield f"{what} · {files} · {shown(totals_words(measured.after, measured.before))}", style
    yield from _some(t("worse"), measured.worse, measured.worse_count, "warning")
    yield from _some(t("better"), measured.better, measured.better_count, "dim")
    reasons = _reasons(measured.not_measured, measured.not_measured_count)
    if reasons:
        yield t("    not measured: {reasons}", reasons=reasons), "dim"


def _some(
    name: str, changes: Sequence[HealthChange], count: int, style: Style
) -> Iterator[tuple[str, Style]]:
    for change in changes[:_MOST_OF_A_RUN]:
        yield f"    {name}: {_on_a_line(shown(change_words(change)))}", style
    if count > _MOST_OF_A_RUN:
        more = count - _MOST_OF_A_RUN
        yield t("    and {count} more {worse_or_better}", count=more, worse_or_better=name), style


def look_lines(look: "HealthLook", *, has_all: bool) -> Iterator[str]:
    """The health of a workspace, short: the worst of each kind, the files with most problems."""
    totals = look.now.totals
    lines = sum(file.lines for file in look.now.files)
    yield t(
        "{files}, {functions}, {lines}: {totals}",
        files=shown(counted(totals.files, "file")),
        functions=shown(counted(totals.functions, "function")),
        lines=tn("{number:,} line", "{number:,} lines", lines),
        totals=shown(totals_words(totals, look.before and look.before.totals)),
    )
    yield from _changes(look, has_all) if look.before is not None else _problems(look, has_all)
    yield from _left_out(look, has_all)


def _changes(look: "HealthLook", has_all: bool) -> Iterator[str]:
    worse, better = look.changes.worse, look.changes.better
    if not worse and not better:
        yield t("Nothing is worse or better than in {commit}.", commit=look.commit[:10])
    commit = look.commit[:10]
    for title, changes, most in (
        (t("Worse than in {commit}", commit=commit), worse, _MOST_WORSE),
        (t("Better than in {commit}", commit=commit), better, _MOST_BETTER),
    ):
        if not changes:
            continue
        yield ""
        yield f"{title}: {len(changes)}"
        rows = [shown(change_words(one)) for one in changes]
        yield from _listed(rows, len(rows) if has_all else most)


def _problems(look: "HealthLook", has_all: bool) -> Iterator[str]:
    from architect.domain.health.problems import problems_by_file, problems_in

    problems = problems_in(look.now)
    for kind, title in KIND_TITLES.items():
        some = [shown(change_words(one)) for one in problems if one.kind == kind]
        if some:
            yield ""
            yield f"{shown(title)}: {len(some)}"
            yield from _listed(some, len(some) if has_all else _MOST)
    files = problems_by_file(look.now)
    if len(files) > 1:
        yield ""
        yield t("Files with problems: {count}", count=len(files))
        rows = [f"{path}: {_kinds(kinds)}" for path, kinds in files.items()]
        yield from _listed(rows, len(rows) if has_all else _MOST)


def _kinds(kinds: Counter[str]) -> str:
    return ", ".join(t(_KINDS[kind], number=kinds[kind]) for kind in KIND_TITLES if kinds[kind])


def _listed(rows: Sequence[str], most: int) -> Iterator[str]:
    for row in rows[:most]:
        yield f"  {_on_a_line(row)}"
    if len(rows) > most:
        yield t("  and {more} more (--all)", more=len(rows) - most)


def _left_out(look: "HealthLook", has_all: bool) -> Iterator[str]:
    left_out = look.now.not_measured
    if left_out:
        yield ""
        yield t("Not measured: {reasons}", reasons=_reasons(left_out, len(left_out)))
        if has_all or len(left_out) <= _MOST:
            yield from _listed(
                [f"{one.path}: {shown(one.reason)}" for one in left_out], len(left_out)
            )
    if look.other_endings:
        some = list(look.other_endings.items())[:5]
        named = ", ".join(f"{number} {ending}" for ending, number in some)
        patterns = ", ".join(f'"**/*{ending}"' for ending, _ in some)
        yield ""
        yield t(
            "Left out by health.include_patterns: {named} (to measure them, add {patterns})",
            named=named,
            patterns=patterns,
        )


def _reasons(left_out: Sequence[NotMeasured], count: int) -> str:
    """`3 generated, 1 binary`, the most frequent first."""
    kinds = Counter(one.reason.partition(" in line ")[0] for one in left_out)
    told = ", ".join(f"{number} {shown(reason)}" for reason, number in kinds.most_common())
    more = count - len(left_out)
    return t("{reasons}, and {more} more", reasons=told, more=more) if more else told


def _on_a_line(text: str) -> str:
    return escape_controls(in_one_line(text))
