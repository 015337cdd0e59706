"""How a run ended, in words; those of the VS Code extension are in conversation/outcome.ts."""

from tests.support.rig import started_event
from tests.support.table import table

from architect.app.ending_words import Tone, ending_of, ending_words
from architect.app.run_state import Outcome, goes_on
from architect.domain.gates import GateResult
from architect.domain.ids import CallId
from architect.domain.journal.state import AgentState, Denial, ToolUse
from architect.domain.outcome import ErrorKind, RunError, Status, StopReason
from architect.domain.remedies import Remedy

DENIAL = Denial("write_file", "a.py", "confirmation", "the user denied it")
DONE = StopReason.LLM_DONE
STARTED = started_event()
CHECKED = started_event(required_gates=("lint",))
DRY = started_event(dry_run=True)
PASSED = ToolUse(CallId("c1"), "run_command", None, True, None)
FAILED = ToolUse(CallId("c2"), "run_command", None, False, "exit code 1")
GATE = GateResult("lint", passed=False, exit_code=1, required=False)


def failed(kind: ErrorKind, remedy: Remedy | None = None) -> AgentState:
    return AgentState(
        STARTED,
        status=Status.FAILED,
        stop_reason=StopReason.LLM_ERROR,
        error=RunError(kind, "said by the provider", remedy),
    )


ENDINGS = [
    (AgentState(STARTED, status=Status.SUCCESS, stop_reason=DONE), "Done"),
    (
        AgentState(DRY, status=Status.SUCCESS, stop_reason=DONE),
        "Dry run finished; no changes were made",
    ),
    (
        AgentState(STARTED, status=Status.SUCCESS, stop_reason=DONE, files_proposed=("a",)),
        "Done; changes are proposed for review",
    ),
    (
        AgentState(STARTED, status=Status.SUCCESS, stop_reason=DONE, tests_failed=True),
        "Done, but the last test command failed",
    ),
    (
        AgentState(STARTED, status=Status.SUCCESS, stop_reason=DONE, tools_used=(PASSED, FAILED)),
        "Done; the last command failed (exit code 1)",
    ),
    (
        AgentState(STARTED, status=Status.SUCCESS, stop_reason=DONE, tools_used=(FAILED, PASSED)),
        "Done",
    ),
    (
        AgentState(STARTED, status=Status.SUCCESS, stop_reason=DONE, gates=(GATE,)),
        "Done, but the check lint failed",
    ),
    (
        AgentState(STARTED, status=Status.PARTIAL, stop_reason=DONE, denials=(DENIAL,)),
        "Partly done: an action was denied",
    ),
    (
        AgentState(STARTED, status=Status.PARTIAL, stop_reason=DONE, denials=(DENIAL, DENIAL)),
        "Partly done: 2 actions were denied",
    ),
    (
        AgentState(STARTED, status=Status.PARTIAL, stop_reason=DONE, untested=("a.py",)),
        "Partly done: no tests ran after the last edit",
    ),
    (
        AgentState(STARTED, status=Status.PARTIAL, stop_reason=StopReason.HOOK_BLOCKED),
        "Partly done: blocked by a hook",
    ),
    (AgentState(STARTED, status=Status.FAILED, stop_reason=DONE), "Failed"),
    (AgentState(STARTED, status=Status.FAILED, stop_reason=StopReason.LLM_ERROR), "Failed"),
    (failed(ErrorKind.MODEL), "Failed: no usable answer from the model"),
    (
        failed(ErrorKind.MODEL, Remedy("selectModel", "llm.model")),
        "Failed: another model is needed",
    ),
    (failed(ErrorKind.MODEL, Remedy("selectModel")), "Failed: no usable answer from the model"),
    (failed(ErrorKind.AUTHENTICATION), "Failed: no access to the model"),
    (
        AgentState(CHECKED, status=Status.FAILED, stop_reason=DONE),
        "Failed: the check lint failed",
    ),
    (failed(ErrorKind.CREDIT), "Failed: no credit or quota is left at the provider"),
    (failed(ErrorKind.RATE_LIMIT), "Failed: the provider's rate limit is reached"),
    (
        AgentState(STARTED, status=Status.PARTIAL, stop_reason=StopReason.MAX_STEPS),
        "Partly done: maximum steps reached",
    ),
    (
        AgentState(STARTED, status=Status.PARTIAL, stop_reason=StopReason.TIMEOUT),
        "Partly done: timed out",
    ),
    (
        AgentState(STARTED, status=Status.PARTIAL, stop_reason=StopReason.USER_INTERRUPT),
        "Cancelled",
    ),
    (AgentState(STARTED), "Interrupted"),
]


@table(("state", "words"), ENDINGS)
def test_an_ending_is_told_in_words(state: AgentState, words: str) -> None:
    assert ending_words(state) == words
    assert ending_of(state).words == words
    is_good = words.startswith(("Done", "Dry")) and not {"but", "failed"} & set(words.split())
    assert (ending_of(state).tone is Tone.GOOD) == is_good


@table("reason", list(StopReason))
def test_no_ending_is_told_by_its_name_on_the_wire(reason: StopReason) -> None:
    for status in Status:
        words = ending_words(AgentState(STARTED, status=status, stop_reason=reason))
        assert words and reason.value not in words


def test_a_run_that_never_began_ended_as_its_front_end_knows() -> None:
    assert ending_words(AgentState(), Outcome.CANCELLED) == "Cancelled"


def test_what_waits_is_sent_by_itself_behind_a_completed_run_alone() -> None:
    assert [outcome for outcome in (*Outcome, None) if goes_on(outcome)] == [Outcome.COMPLETED]
