import pytest

from architect.domain.verdict import Allow, Ask, ConfirmMode
from architect.policy.confirmation import ConfirmationPolicy


@pytest.mark.parametrize(
    ("mode", "sensitive", "asks"),
    [
        (ConfirmMode.YOLO, False, False),
        (ConfirmMode.YOLO, True, False),
        (ConfirmMode.CONFIRM_SENSITIVE, False, False),
        (ConfirmMode.CONFIRM_SENSITIVE, True, True),
        (ConfirmMode.CONFIRM_ALL, False, True),
        (ConfirmMode.CONFIRM_ALL, True, True),
    ],
)
def test_the_mode_says_what_is_asked_about(mode: ConfirmMode, sensitive: bool, asks: bool) -> None:
    verdict = ConfirmationPolicy(mode).judge("tool", sensitive=sensitive, grant="tool")
    assert isinstance(verdict, Ask if asks else Allow)


def test_a_question_has_a_reason() -> None:
    sensitive = ConfirmationPolicy(ConfirmMode.CONFIRM_SENSITIVE)
    verdict = sensitive.judge("edit_file", sensitive=True, grant="edit_file")
    assert verdict == Ask("edit_file changes things")
    everything = ConfirmationPolicy(ConfirmMode.CONFIRM_ALL)
    assert everything.judge("grep", sensitive=False, grant="grep") == Ask(
        "the mode confirm-all asks about every call"
    )


@pytest.mark.parametrize("mode", [ConfirmMode.CONFIRM_SENSITIVE, ConfirmMode.CONFIRM_ALL])
def test_what_was_granted_is_not_asked_again_and_nothing_else_is_granted(mode: ConfirmMode) -> None:
    policy = ConfirmationPolicy(mode)
    policy.remember("make test")
    assert policy.judge("run_command", sensitive=True, grant="make test") == Allow()
    for other in ("make", "make test ", "make test && rm -rf /tmp/x", "run_command", ""):
        assert isinstance(policy.judge("run_command", sensitive=True, grant=other), Ask)


def test_grants_of_one_run_are_not_those_of_another() -> None:
    ConfirmationPolicy(ConfirmMode.CONFIRM_ALL).remember("grep")
    fresh = ConfirmationPolicy(ConfirmMode.CONFIRM_ALL)
    assert isinstance(fresh.judge("grep", sensitive=False, grant="grep"), Ask)
