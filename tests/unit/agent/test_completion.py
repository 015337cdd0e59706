from typing import Any

import pytest
from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, Rules, call, make_rig

from architect.adapters.models.recorded.script import ScriptedReply
from architect.agent.completion_checks import MAX_ROUNDS, CompletionRules
from architect.agent.ending import Ending, status_of
from architect.agent.limits import Limits
from architect.cli.run_exit_code import run_exit_code
from architect.domain.gates import Gate, GateResult
from architect.domain.journal.check_events import GateRan
from architect.domain.journal.state import AgentState
from architect.domain.messages import UserMessage
from architect.domain.outcome import ErrorKind, Status, StopReason
from architect.domain.shell import CommandOutcome
from architect.testing.fake_shell import outcome

TESTS, LINT = Gate("tests", "make test"), Gate("lint", "make lint", required=False)
DONE = text_reply("Done.")
EDIT = call("write_file", path="a.py", content="x = 1\n")
PYTEST = call("run_command", command="pytest -q")


def gated(
    *replies: ScriptedReply,
    outcomes: dict[str, CommandOutcome],
    gates: tuple[Gate, ...] = (TESTS,),
    tests_after_edits: bool = False,
    skipped: str | None = None,
    **more: Any,
) -> Rig:
    rules = CompletionRules(gates, tests_after_edits, skipped)
    return make_rig(*replies, completion=rules, outcomes=outcomes, **more)


def failing(output: str = "1 failed\n") -> dict[str, CommandOutcome]:
    return {"make test": outcome(output, exit_code=1)}


def ended(state: AgentState) -> tuple[Status | None, StopReason | None, int]:
    return state.status, state.stop_reason, run_exit_code(state, on_partial=2)


def test_a_run_whose_gates_pass_is_a_success() -> None:
    state = gated(DONE, outcomes={"make test": outcome("1 passed\n")}).go()
    assert ended(state) == (Status.SUCCESS, StopReason.LLM_DONE, 0)
    assert state.gates == (GateResult("tests", True, 0, True),)
    assert state.sent_back == 0


def test_the_model_reads_the_output_of_a_gate_that_fails_and_goes_on() -> None:
    rig = gated(*[DONE] * (MAX_ROUNDS + 1), outcomes=failing("E  1 is not 2\n"))
    rig.go()
    told = rig.scripted.requests[1].messages[-1]
    assert isinstance(told, UserMessage)
    assert "$ make test\nexit code 1\nE  1 is not 2" in told.text


def test_a_gate_that_goes_on_failing_ends_the_run_as_failed_after_a_few_rounds() -> None:
    rig = gated(*[DONE] * (MAX_ROUNDS + 1), outcomes=failing())
    state = rig.go()
    assert ended(state) == (Status.FAILED, StopReason.LLM_DONE, 1)
    assert state.sent_back == MAX_ROUNDS
    assert len(rig.shell.commands) == MAX_ROUNDS + 1
    assert state.output == "Done.\n\n[This was not accepted: 'tests' failed (exit code 1).]"
    assert state.error is not None
    assert (state.error.kind, state.error.message) == (
        ErrorKind.CHECKS,
        "'tests' failed (exit code 1), although the model said 4 times that it was done",
    )
    assert run_exit_code(state, on_partial=0) == 1


def test_a_gate_that_is_not_required_fails_without_consequence() -> None:
    outcomes = {"make test": outcome(), "make lint": outcome("long\n", exit_code=3)}
    state = gated(DONE, gates=(LINT, TESTS), outcomes=outcomes).go()
    assert ended(state) == (Status.SUCCESS, StopReason.LLM_DONE, 0)
    assert state.gates[0] == GateResult("lint", False, 3, False)


def test_all_gates_run_even_where_the_first_one_fails() -> None:
    outcomes = {"make test": outcome(exit_code=1), "make lint": outcome()}
    state = gated(*[DONE] * (MAX_ROUNDS + 1), gates=(TESTS, LINT), outcomes=outcomes).go()
    assert [gate.name for gate in state.gates] == ["tests", "lint"]


def test_a_gate_that_takes_too_long_has_failed() -> None:
    outcomes = {"make test": outcome("..", exit_code=None)}
    rig = gated(*[DONE] * (MAX_ROUNDS + 1), outcomes=outcomes)
    state = rig.go()
    assert state.error is not None
    assert "'tests' failed (timed out)" in state.error.message
    assert rig.shell.commands[0].timeout_s == 60.0
    assert rig.shell.commands[0].cwd == rig.workspace.root


def test_a_gate_that_cannot_be_started_has_failed() -> None:
    rig = gated(*[DONE] * (MAX_ROUNDS + 1), outcomes={})
    state = rig.go()
    assert state.status is Status.FAILED
    [first, *_] = [event for event in rig.sink.events if isinstance(event, GateRan)]
    assert "this fake has no outcome" in first.output


def test_the_output_of_a_gate_is_cut_to_what_a_model_can_read() -> None:
    output = "".join(f"line {number}\n" for number in range(100_000))
    rig = gated(*[DONE] * (MAX_ROUNDS + 1), outcomes=failing(output))
    rig.go()
    told = rig.scripted.requests[1].messages[-1]
    assert len(told.text) < 10_000
    assert "line 99999" in told.text


def test_in_a_dry_run_gates_are_not_run_and_that_is_said() -> None:
    rig = gated(DONE, outcomes=failing(), skipped="nothing changed", rules=Rules(dry_run=True))
    state = rig.go()
    assert ended(state) == (Status.SUCCESS, StopReason.LLM_DONE, 0)
    assert state.gates == (GateResult("tests", None, None, True),)
    assert rig.shell.commands == []


def test_a_run_that_ends_before_its_gates_ran_is_no_success_whatever_the_exit_code() -> None:
    limits = Limits(max_steps=1, max_context_tokens=80_000)
    replies = (call_reply(EDIT), text_reply("Half done."))
    state = gated(*replies, outcomes=failing(), limits=limits).go()
    assert ended(state) == (Status.PARTIAL, StopReason.MAX_STEPS, 2)
    assert state.unmet_checks == ("tests",)
    assert run_exit_code(state, on_partial=0) == 2


def test_nothing_that_the_loop_says_makes_a_success_of_unmet_checks() -> None:
    done = Ending(StopReason.LLM_DONE, "Done.")
    assert status_of(done, something_denied=False, unmet_checks=True) is Status.FAILED
    unproved = Ending(StopReason.LLM_DONE, "Done.", is_verified=False)
    assert status_of(unproved, something_denied=False) is Status.PARTIAL


def test_an_edit_without_tests_behind_it_goes_back_to_the_model() -> None:
    replies = (call_reply(EDIT), DONE, call_reply(PYTEST), DONE)
    outcomes = {"pytest -q": outcome("1 failed\n", exit_code=1)}
    rig = gated(*replies, outcomes=outcomes, gates=(), tests_after_edits=True)
    state = rig.go()
    assert ended(state) == (Status.SUCCESS, StopReason.LLM_DONE, 0)
    assert state.sent_back == 1
    told = rig.scripted.requests[2].messages[-1]
    assert "no tests have been run since: a.py" in told.text


@pytest.mark.parametrize(
    "last",
    [
        (call_reply(PYTEST), call_reply(EDIT)),
        (call_reply(EDIT), call_reply(call("run_command", command="echo pytest"))),
        (call_reply(EDIT), call_reply(call("run_command", command="pytest slow"))),
    ],
)
def test_only_tests_that_ran_to_their_end_since_the_last_edit_count(
    last: tuple[ScriptedReply, ...],
) -> None:
    outcomes = {
        "pytest -q": outcome(),
        "echo pytest": outcome("pytest"),
        "pytest slow": outcome(exit_code=None),
    }
    rig = gated(
        *last, *[DONE] * (MAX_ROUNDS + 1), outcomes=outcomes, gates=(), tests_after_edits=True
    )
    state = rig.go()
    assert ended(state) == (Status.PARTIAL, StopReason.LLM_DONE, 2)
    assert run_exit_code(state, on_partial=0) == 2
    assert state.output.endswith("[This was not accepted: no tests were run since a.py changed.]")


def test_a_run_that_changed_nothing_needs_no_tests() -> None:
    state = gated(DONE, outcomes={}, gates=(), tests_after_edits=True).go()
    assert ended(state) == (Status.SUCCESS, StopReason.LLM_DONE, 0)


def test_gates_wait_until_tests_have_run() -> None:
    replies = (call_reply(EDIT), DONE, call_reply(PYTEST), DONE)
    outcomes = {"pytest -q": outcome(), "make test": outcome()}
    rig = gated(*replies, outcomes=outcomes, tests_after_edits=True)
    rig.go()
    assert [command.line for command in rig.shell.commands] == ["pytest -q", "make test"]


def test_the_journal_says_everything_that_the_report_says() -> None:
    rig = gated(*[DONE] * (MAX_ROUNDS + 1), outcomes=failing())
    state = rig.go()
    kinds = [event.type for event in rig.sink.events if event.type.startswith(("gate", "compl"))]
    assert kinds[:3] == ["gate.started", "gate.ran", "completion.refused"]
    assert kinds.count("completion.refused") == state.sent_back
