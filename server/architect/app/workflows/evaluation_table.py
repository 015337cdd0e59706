"""An evaluation as a table for a terminal."""

from collections.abc import Sequence

from architect.app.workflows.evaluation_result import EvaluationResult
from architect.app.workflows.evaluation_words import (
    COLUMNS,
    comparison_words,
    headline,
    left_out_words,
    overwritten_words,
    row,
)
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.l10n import shown, t


def as_table(result: EvaluationResult) -> str:
    """The standings, best first, how they compare, and what counts nowhere."""
    found = result.standings
    lines = [
        shown(headline(result)),
        "",
        *_aligned([COLUMNS, *(row(each, t) for each in found.variants)]),
    ]
    sections = (
        (t("compared, task by task (exact sign test, adjusted by Holm):"), _comparisons(result)),
        (t("left out of all of it:"), left_out_words(found.left_out)),
        (t("files of the checks that an agent had touched, overwritten:"), _overwritten(result)),
        (t("tasks that were not run:"), result.settings.missing),
    )
    for title, members in sections:
        if members:
            lines += ["", title, *(f"  {in_one_line(shown(each))}" for each in members)]
    return "".join(f"{escape_controls(line)}\n" for line in lines)


def _comparisons(result: EvaluationResult) -> list[str]:
    return [comparison_words(each) for each in result.standings.comparisons]


def _overwritten(result: EvaluationResult) -> list[str]:
    return overwritten_words(result.standings.trials)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    told = [[in_one_line(shown(cell)) for cell in each] for each in rows]
    widths = [max(map(len, column)) for column in zip(*told, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(each, widths, strict=True))
        ).rstrip()
        for each in told
    ]
