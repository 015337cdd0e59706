import pytest

from architect.domain.effect import Effect
from architect.domain.verdict import Allow, Ask, ConfirmMode
from architect.policy.confirmation import ConfirmationPolicy


@pytest.mark.parametrize(
    ("mode", "concern", "asks"),
    [
        (ConfirmMode.YOLO, None, False),
        (ConfirmMode.YOLO, "it writes", False),
        (ConfirmMode.CONFIRM_SENSITIVE, None, False),
        (ConfirmMode.CONFIRM_SENSITIVE, "it writes", True),
        (ConfirmMode.CONFIRM_ALL, None, True),
        (ConfirmMode.CONFIRM_ALL, "it writes", True),
    ],
)
def test_the_mode_says_what_is_asked_about(
    mode: ConfirmMode, concern: str | None, asks: bool
) -> None:
    verdict = ConfirmationPolicy(mode).judge(Effect.READ, concern, grant="tool")
    assert isinstance(verdict, Ask if asks else Allow)


def test_a_question_has_a_reason() -> None:
    sensitive = ConfirmationPolicy(ConfirmMode.CONFIRM_SENSITIVE)
    assert sensitive.judge(Effect.WRITE, "it writes", grant="edit_file") == Ask("it writes")
    everything = ConfirmationPolicy(ConfirmMode.CONFIRM_ALL)
    assert everything.judge(Effect.READ, None, grant="grep") == Ask(
        "the mode confirm-all asks before every call"
    )


@pytest.mark.parametrize("mode", [ConfirmMode.CONFIRM_SENSITIVE, ConfirmMode.CONFIRM_ALL])
def test_what_was_granted_is_not_asked_again_and_nothing_else_is_granted(mode: ConfirmMode) -> None:
    policy = ConfirmationPolicy(mode)
    policy.remember("make test")
    granted = policy.judge(Effect.COMMAND, "it runs", grant="make test")
    assert granted == Allow("grant for the run")
    for other in ("make", "make test ", "make test && rm -rf /tmp/x", "run_command", ""):
        assert isinstance(policy.judge(Effect.COMMAND, "it runs", grant=other), Ask)


def test_grants_of_one_run_are_not_those_of_another() -> None:
    ConfirmationPolicy(ConfirmMode.CONFIRM_ALL).remember("grep")
    fresh = ConfirmationPolicy(ConfirmMode.CONFIRM_ALL)
    assert isinstance(fresh.judge(Effect.READ, None, grant="grep"), Ask)


def test_edits_that_are_reviewed_later_are_not_asked_about_but_all_else_is() -> None:
    policy = ConfirmationPolicy(ConfirmMode.CONFIRM_SENSITIVE, reviewed_later={Effect.WRITE})
    assert policy.judge(Effect.WRITE, "it writes", grant="edit_file") == Allow()
    assert isinstance(policy.judge(Effect.COMMAND, "it runs", grant="ls"), Ask)


def test_whoever_wants_to_be_asked_about_everything_is_asked_about_edits_too() -> None:
    policy = ConfirmationPolicy(ConfirmMode.CONFIRM_ALL, reviewed_later={Effect.WRITE})
    assert isinstance(policy.judge(Effect.WRITE, "it writes", grant="edit_file"), Ask)


def test_what_only_a_yes_lets_do_its_work_is_asked_about_in_every_mode():
    for mode in ConfirmMode:
        policy = ConfirmationPolicy(mode)

        verdict = policy.judge(Effect.COMMAND, "needs x", grant="x", in_every_mode=True)

        assert verdict == Ask("needs x"), mode
        policy.remember("x")
        assert isinstance(policy.judge(Effect.COMMAND, "", grant="x", in_every_mode=True), Allow)
