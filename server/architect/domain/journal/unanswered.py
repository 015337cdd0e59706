"""What stands in the place of results that calls will never have."""

from collections.abc import Iterator

from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.state import Step
from architect.l10n import english

INTERRUPTED = english(
    "interrupted; it may have been partially executed, so check before you continue"
)
"""Somebody, or a limit, stopped the run during the call, which was ended in order."""

CUT_OFF = english(
    "the run was cut off here; it may have been partially executed, so check before you continue"
)
"""The process of the run was killed, so nobody knows what became of the call."""

ENDED = english(
    "the run ended before this call had a result; it may have been partially executed, so check "
    "before you continue"
)
"""The run came to an end that did not answer its last calls."""

NOT_BEGUN = english("not executed: the run ended before this call began")
"""The call still waited for its turn, or for somebody to allow it, when the run was stopped."""


_CUT_OFF = frozenset({INTERRUPTED, CUT_OFF, ENDED, NOT_BEGUN})


def is_cut_off(error: str | None) -> bool:
    """Whether a call with this `error` has no result of its own, since its run ended before."""
    return error in _CUT_OFF


def results_of_unanswered(step: Step, error: str) -> Iterator[ToolFinished]:
    """A failed result for each call of `step` that has none.

    It has `error`, or says that the call did not begin, if a run that was ended in order knows so.
    """
    for call in step.unanswered:
        knows_better = error != CUT_OFF and call.id not in step.begun
        why = NOT_BEGUN if knows_better else error
        yield ToolFinished(
            step=step.number,
            call_id=call.id,
            name=call.name,
            path=None,
            success=False,
            error=why,
            text=f"Error: {why}",
            duration_s=0.0,
        )
