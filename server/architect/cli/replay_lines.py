"""What is said of runs that were played again."""

from collections.abc import Sequence
from dataclasses import asdict

from architect.app.replay import Replayed
from architect.domain.escape_controls import escape_controls


def lines_of(runs: Sequence[Replayed]) -> list[str]:
    """One line for each run, and one for each of its differences."""
    lines: list[str] = []
    for run in runs:
        count = len(run.differences) + run.more
        said = {0: "no difference", 1: "1 difference"}.get(count, f"{count} differences")
        steps = "1 step" if run.steps == 1 else f"{run.steps} steps"
        lines.append(f"{run.run_id}: {steps}, {said}")
        lines += [escape_controls(f"  {each}") for each in run.differences]
        if run.more:
            lines.append(f"  ... and {run.more} more")
    return lines


def document_of(runs: Sequence[Replayed], place: str) -> dict[str, object]:
    """The same as JSON; `place` is where the tree is from."""
    return {"tree": place, "runs": [asdict(run) for run in runs]}
