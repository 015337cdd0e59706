"""What is said of runs that were played again."""

from collections.abc import Sequence
from dataclasses import asdict

from architect.app.replay import Replayed
from architect.domain.escape_controls import escape_controls
from architect.domain.text.counted import counted
from architect.l10n import shown, t


def lines_of(runs: Sequence[Replayed]) -> list[str]:
    """One line for each run, and one for each of its differences."""
    lines: list[str] = []
    for run in runs:
        count = len(run.differences) + run.more
        said = shown(counted(count, "difference")) if count else t("no difference")
        lines.append(f"{run.run_id}: {shown(counted(run.steps, 'step'))}, {said}")
        lines += [escape_controls(f"  {shown(str(each))}") for each in run.differences]
        if run.more:
            lines.append(t("  ... and {more} more", more=run.more))
    return lines


def document_of(runs: Sequence[Replayed], place: str) -> dict[str, object]:
    """The same as JSON; `place` is where the tree is from."""
    return {"tree": place, "runs": [asdict(run) for run in runs]}
