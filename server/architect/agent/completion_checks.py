"""Whether a run is done that the model says is done: a pure decision."""

from collections.abc import Sequence

from architect.agent.prompt_files import prompt
from architect.domain.gates import Gate
from architect.domain.journal.check_events import GateRan
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, RunError
from architect.frozen import frozen
from architect.l10n import english, joined

MAX_ROUNDS = 3
"""How often in a run the model is told that it is not done before the run ends so."""

_NAMED = 5
"""Files that the model is reminded of."""


@frozen
class CompletionRules:
    """What has to hold when the model is done; `skipped` says why gates are not run, if so."""

    gates: tuple[Gate, ...] = ()
    tests_after_edits: bool = False
    skipped: str | None = None


NOTHING_CHECKED = CompletionRules()


@frozen
class Accept:
    """The run is done; `text` takes the place of its last words, if there is one."""

    text: str = ""


@frozen
class SendBack:
    """The model has to go on; `text` is what it is told."""

    reason: str
    text: str


@frozen
class EndUnverified:
    """The run ends without having met its conditions; `error` if a required gate failed."""

    reason: str
    error: RunError | None = None


Completion = Accept | SendBack | EndUnverified


def before_gates(state: AgentState, rules: CompletionRules) -> SendBack | None:
    """Why gates need not run yet: files were changed and nothing was tested since."""
    if not _lacks_tests(state, rules) or state.sent_back >= MAX_ROUNDS:
        return None
    return SendBack(_untested(state), prompt("untested").format(files=_shown(state.untested)))


def after_gates(
    state: AgentState, rules: CompletionRules, results: Sequence[GateRan]
) -> Completion:
    """What follows from the gates that just ran; only required ones count."""
    failed = [result for result in results if result.required and not result.passed]
    if failed:
        return _failed(state, failed)
    return EndUnverified(_untested(state)) if _lacks_tests(state, rules) else Accept()


def _failed(state: AgentState, failed: Sequence[GateRan]) -> Completion:
    told = (english("{name!r} failed ({how})", name=gate.name, how=_how(gate)) for gate in failed)
    reason = joined("; ", told)
    if state.sent_back >= MAX_ROUNDS:
        although = english(
            "{reason}, although the model said {times} times that it was done",
            reason=reason,
            times=state.sent_back + 1,
        )
        return EndUnverified(reason, RunError(ErrorKind.CHECKS, although))
    output = "\n\n".join(f"$ {gate.command}\n{_how(gate)}\n{gate.output}" for gate in failed)
    return SendBack(reason, prompt("gates_failed").format(output=output))


def _how(gate: GateRan) -> str:
    if gate.exit_code is None:
        return english("timed out")
    return english("exit code {code}", code=gate.exit_code)


def _lacks_tests(state: AgentState, rules: CompletionRules) -> bool:
    return rules.tests_after_edits and rules.skipped is None and bool(state.untested)


def _untested(state: AgentState) -> str:
    return english("no tests were run since {files} changed", files=_shown(state.untested))


def _shown(files: Sequence[str]) -> str:
    named, more = ", ".join(files[:_NAMED]), len(files) - _NAMED
    return english("{first} and {number} more", first=named, number=more) if more > 0 else named
