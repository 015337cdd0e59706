import json

import pytest

from architect.domain.hooks import Hook, HookEvent, HookOutcome
from architect.policy.hooks.hook_output import read_output
from architect.testing.fake_shell import outcome

CAN_BLOCK = [HookEvent.PRE_TOOL_USE, HookEvent.PRE_LLM_CALL]


def hook(event: HookEvent = HookEvent.PRE_TOOL_USE, *, blocks: bool = False) -> Hook:
    return Hook(name="h", event=event, command="x", timeout_s=7, blocks_on_failure=blocks)


@pytest.mark.parametrize(
    ("printed", "context"),
    [
        ("", ""),
        ("  \n", ""),
        ("mind the style\n", "mind the style"),
        ("[1, 2]", "[1, 2]"),
        ('{"additionalContext": "mind the style"}', "mind the style"),
        ('{"additionalContext": null}', ""),
        ('{"additionalContext": "so", "later": 1}', "so"),
        ('{"errors": 0}', '{"errors": 0}'),
    ],
)
def test_what_a_content_hook_prints_is_context(printed: str, context: str) -> None:
    reply = read_output(hook(), outcome(printed, "progress 50 %"))
    assert (reply.outcome, reply.text, reply.arguments) == (HookOutcome.OK, context, None)
    assert not reply.blocks


def test_an_answer_may_change_the_arguments() -> None:
    answer = {"updatedInput": {"path": "b.py"}, "additionalContext": "moved"}
    reply = read_output(hook(), outcome(json.dumps(answer, indent=1)))
    assert (reply.arguments, reply.text) == ({"path": "b.py"}, "moved")


@pytest.mark.parametrize(
    ("printed", "problem"),
    [
        ('{"updatedInput": ', "its answer is not valid JSON"),
        ("{" * 100_000, "its answer is not valid JSON"),
        ('{"updatedInput": "b.py"}', "updatedInput in its answer is not an object"),
        ('{"additionalContext": 5}', "additionalContext in its answer is not a text"),
    ],
)
@pytest.mark.parametrize("blocks", [False, True])
def test_an_answer_that_cannot_be_used_is_a_failure(
    printed: str, problem: str, blocks: bool
) -> None:
    reply = read_output(hook(blocks=blocks), outcome(printed))
    assert reply.outcome is HookOutcome.FAILED
    assert reply.problem.startswith(problem)
    assert reply.arguments is None
    assert reply.blocks is blocks


def test_arguments_cannot_be_changed_when_the_tool_has_run() -> None:
    reply = read_output(hook(HookEvent.POST_TOOL_USE), outcome('{"updatedInput": {}}'))
    assert reply.outcome is HookOutcome.FAILED


@pytest.mark.parametrize("event", CAN_BLOCK)
@pytest.mark.parametrize(
    ("stdout", "stderr", "reason"),
    [
        ("", "not on Fridays\n", "not on Fridays"),
        ("looking", "not on Fridays", "not on Fridays"),
        ("not on Fridays", "", "not on Fridays"),
        ("", "", "it gave no reason"),
    ],
)
def test_exit_2_forbids_with_what_stands_on_standard_error(
    event: HookEvent, stdout: str, stderr: str, reason: str
) -> None:
    reply = read_output(hook(event), outcome(stdout, stderr, exit_code=2))
    assert (reply.outcome, reply.blocks, reply.text) == (HookOutcome.BLOCKED, True, reason)


@pytest.mark.parametrize("event", [event for event in HookEvent if event not in CAN_BLOCK])
def test_where_nothing_can_be_forbidden_exit_2_is_a_failure(event: HookEvent) -> None:
    reply = read_output(hook(event, blocks=True), outcome("a", "b", exit_code=2))
    assert (reply.outcome, reply.problem, reply.text) == (HookOutcome.FAILED, "exit 2", "a\nb")
    assert not reply.blocks


@pytest.mark.parametrize(
    ("exit_code", "ends", "problem"),
    [
        (1, HookOutcome.FAILED, "exit 1"),
        (127, HookOutcome.FAILED, "exit 127"),
        (-11, HookOutcome.FAILED, "exit -11"),
        (None, HookOutcome.TIMED_OUT, "timed out after 7 s"),
    ],
)
@pytest.mark.parametrize("blocks", [False, True])
def test_any_other_end_forbids_only_where_that_is_configured(
    exit_code: int | None, ends: HookOutcome, problem: str, blocks: bool
) -> None:
    reply = read_output(hook(blocks=blocks), outcome("out", "err", exit_code=exit_code))
    assert (reply.outcome, reply.problem, reply.text) == (ends, problem, "out\nerr")
    assert reply.blocks is blocks
