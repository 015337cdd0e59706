"""How a run ended, in the words that all front ends use, and how good that is."""

from collections.abc import Sequence
from enum import StrEnum

from architect.app.run_state import Outcome, outcome_of
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, RunError, StopReason
from architect.domain.shell import RUN_COMMAND
from architect.frozen import frozen
from architect.l10n import english


class Tone(StrEnum):
    """How an ending is coloured. Only what was done, and failed no check, is `good`."""

    GOOD = "good"
    QUIET = "quiet"
    WARNING = "warning"
    BAD = "bad"


@frozen
class Ending:
    """How a run ended: `Done, but the last test command failed` is a `warning`."""

    words: str
    tone: Tone


_TONES = {
    Outcome.COMPLETED: Tone.GOOD,
    Outcome.FAILED: Tone.BAD,
    Outcome.LIMIT: Tone.WARNING,
    Outcome.BLOCKED: Tone.WARNING,
    Outcome.INTERRUPTED: Tone.WARNING,
    Outcome.CANCELLED: Tone.QUIET,
}

CUT_OFF = english(
    "Interrupted: architect ended before this was done; your next message goes on from there"
)
"""That the last run of a session has no end, where any message resumes it."""

_LIMITS = {
    StopReason.MAX_STEPS: english("maximum steps reached"),
    StopReason.BUDGET_EXCEEDED: english("budget exceeded"),
    StopReason.CONTEXT_FULL: english("context window full"),
    StopReason.TIMEOUT: english("timed out"),
    StopReason.NO_PROGRESS: english("no progress"),
}

_FAILURES = {
    ErrorKind.AUTHENTICATION: english("no access to the model"),
    ErrorKind.TIMEOUT: english("the model did not answer in time"),
    ErrorKind.CONFIGURATION: english("something in the settings is wrong"),
    ErrorKind.CREDIT: english("no credit or quota is left at the provider"),
    ErrorKind.RATE_LIMIT: english("the provider's rate limit is reached"),
    ErrorKind.MODEL: english("no usable answer from the model"),
    ErrorKind.INTERNAL: english("a bug in architect"),
}

_OF_COMMANDS = ("exit code ", "timed out")
"""How the error of a command begins that ran and failed."""


def ending_of(state: AgentState, outcome: Outcome | None = None) -> Ending:
    """The ending of a run with this last state.

    `outcome` is that of the run where it does not follow from `state`, as before its first event.
    """
    known = outcome or outcome_of(state)
    words = ending_words(state, known)
    if known is Outcome.COMPLETED and _failed_check(state):
        return Ending(words, Tone.WARNING)
    if known is Outcome.COMPLETED and _failed_command(state):
        return Ending(words, Tone.QUIET)
    return Ending(words, _TONES[known])


def ending_words(state: AgentState, outcome: Outcome | None = None) -> str:
    """`Done`, `Partly done: an action was denied`, `Failed: ...`; see `ending_of`."""
    match outcome or outcome_of(state):
        case Outcome.COMPLETED:
            return _done(state)
        case Outcome.FAILED:
            return _failed(_why_failed(state))
        case Outcome.LIMIT:
            return _partly(_LIMITS.get(state.stop_reason or StopReason.LLM_DONE, ""))
        case Outcome.BLOCKED:
            return _partly(_missing(state))
        case Outcome.INTERRUPTED:
            return english("Interrupted")
        case Outcome.CANCELLED:
            return english("Cancelled")


def _failed(why: str) -> str:
    return english("Failed: {why}", why=why) if why else english("Failed")


def _partly(why: str) -> str:
    return english("Partly done: {why}", why=why) if why else english("Partly done")


def _done(state: AgentState) -> str:
    if state.started is not None and state.started.dry_run:
        return english("Dry run finished; no changes were made")
    said = _done_but(state)
    proposed = english("changes are proposed for review")
    return f"{said}; {proposed}" if state.files_proposed else said


def _done_but(state: AgentState) -> str:
    if failed := _failed_check(state):
        return english("Done, but {failed}", failed=failed)
    if failed := _failed_command(state):
        return english("Done; the last command failed ({failed})", failed=failed)
    return english("Done")


def _failed_check(state: AgentState) -> str:
    """What failed although the run is a success, since nobody required it; empty if nothing did."""
    failed = [gate.name for gate in state.gates if gate.passed is False]
    return _failed_checks(failed) or (
        english("the last test command failed") if state.tests_failed else ""
    )


def _failed_checks(names: Sequence[str]) -> str:
    if len(names) > 1:
        return english("{number} checks failed", number=len(names))
    return english("the check {name} failed", name=names[0]) if names else ""


def _failed_command(state: AgentState) -> str:
    """How the last command of the run failed: `exit code 1`; empty if it did not."""
    if state.started is not None and state.started.dry_run:
        return ""
    last = next((use for use in reversed(state.tools_used) if use.name == RUN_COMMAND), None)
    error = "" if last is None or last.success else last.error or ""
    return error.partition(";")[0] if error.startswith(_OF_COMMANDS) else ""


def _why_failed(state: AgentState) -> str:
    error = state.error
    only_compacts = state.started is not None and state.started.only_compacts
    if error is not None and error.kind is ErrorKind.MODEL and only_compacts:
        return english("the conversation stays as it is")
    if error is not None and error.kind is ErrorKind.MODEL and _is_about_choice(error):
        return english("another model is needed")
    if error is not None and error.kind in _FAILURES:
        return _FAILURES[error.kind]
    return _failed_checks(state.unmet_checks)


def _is_about_choice(error: RunError) -> bool:
    """Whether the model cannot do what was asked for, or is not there, and another one helps."""
    return error.remedy is not None and error.remedy.setting == "llm.model"


def _missing(state: AgentState) -> str:
    if state.stop_reason is StopReason.HOOK_BLOCKED:
        return english("blocked by a hook")
    if len(state.denials) > 1:
        return english("{number} actions were denied", number=len(state.denials))
    if state.denials:
        return english("an action was denied")
    return english("no tests ran after the last edit") if state.untested else ""
