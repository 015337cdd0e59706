"""What is asked about after a text from outside came in."""

from architect.domain.verdict import Subject
from architect.policy.taint import ask_after_taint


def test_nothing_changes_as_long_as_nothing_came_in_from_outside() -> None:
    assert ask_after_taint("the command may access the network", ()) is None


def test_what_stays_inside_is_not_asked_about() -> None:
    assert ask_after_taint(None, ("issue 5",)) is None


def test_what_leaves_is_asked_about_with_the_place_the_text_came_from() -> None:
    ask = ask_after_taint("the command may access the network", ("issue 5", "run_command curl"))
    assert ask is not None
    assert ask.subject is Subject.EGRESS
    assert "may access the network" in ask.reason
    assert "issue 5" in ask.reason
