"""What stands in the place of results that calls will never have."""

from collections.abc import Iterator

from architect.domain.journal.events import ToolFinished
from architect.domain.journal.state import Step

_ADVICE = "it may have been partially executed, so check before you continue"

INTERRUPTED = f"interrupted; {_ADVICE}"
"""Somebody, or a limit, stopped the run during the call, which was ended in order."""

CUT_OFF = f"the run was cut off here; {_ADVICE}"
"""The process of the run was killed, so nobody knows what became of the call."""

ENDED = f"the run ended before this call had a result; {_ADVICE}"
"""The run came to an end that did not answer its last calls."""


def results_of_unanswered(step: Step, error: str) -> Iterator[ToolFinished]:
    """A failed result with `error` for each call of `step` that has none."""
    for call in step.unanswered:
        yield ToolFinished(
            step=step.number,
            call_id=call.id,
            name=call.name,
            path=None,
            success=False,
            error=error,
            text=f"Error: {error}",
            duration_s=0.0,
        )
