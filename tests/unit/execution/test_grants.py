"""Grants in the pipeline: what they allow and deny, and what is recorded of it."""

import pytest
from tests.support.rig import Rig, Rules, make_rig

from architect.domain.grants import Grant, GrantKind
from architect.domain.journal.call_events import ToolDecided
from architect.domain.verdict import Answer, Choice, Confirmation, ConfirmMode
from architect.testing.fake_shell import outcome
from architect.testing.memory_grants import MemoryGrants

ASKING = Rules(mode=ConfirmMode.CONFIRM_SENSITIVE)
NPM_TEST = Grant(
    kind=GrantKind.PREFIX, tool="run_command", text="npm test", command_class="dev", grant_id="g9"
)
NO_PUSH = Grant(
    allows=False, kind=GrantKind.PREFIX, tool="run_command", text="git push", grant_id="g8"
)
OUTCOMES = {line: outcome() for line in ("npm test", "npm test -- x", "pytest", "git push")}


class Granting:
    """Answers every question with `choice`, for the offer of that number."""

    def __init__(self, choice: Choice, number: int | None = None) -> None:
        self.questions: list[Confirmation] = []
        self._choice = choice
        self._number = number

    async def confirm(self, question: Confirmation) -> Answer:
        self.questions.append(question)
        grant = None if self._number is None else question.offers[self._number]
        return Answer(self._choice, grant=grant)


def decided(rig: Rig) -> list[tuple[bool, str]]:
    events = [record.event for record in rig.sink.records]
    return [(event.allowed, event.by) for event in events if isinstance(event, ToolDecided)]


def test_a_kept_grant_is_used_and_recorded_by_its_id() -> None:
    rig = make_rig(rules=ASKING, grants=MemoryGrants([NPM_TEST]), outcomes=OUTCOMES)
    assert rig.call("run_command", {"command": "npm test -- x"}).success
    assert decided(rig) == [(True, "grant g9")]


def test_what_no_grant_covers_is_asked_about_as_ever() -> None:
    rig = make_rig(rules=ASKING, grants=MemoryGrants([NPM_TEST]), answers=[], outcomes={})
    assert not rig.call("run_command", {"command": "npm test; rm x"}).success
    assert decided(rig) == [(False, "confirmation")]


def test_a_grant_does_not_cover_a_blocked_command() -> None:
    exact = Grant(kind=GrantKind.EXACT, tool="run_command", text="sudo ls", grant_id="g1")
    rig = make_rig(rules=ASKING, grants=MemoryGrants([exact]), outcomes={})
    assert not rig.call("run_command", {"command": "sudo ls"}).success
    assert decided(rig) == [(False, "blocklist")]


@pytest.mark.parametrize("choice", [Choice.PROJECT, Choice.ALWAYS])
@pytest.mark.parametrize("number", [None, 0, 1])
def test_the_chosen_grant_is_kept_and_holds_from_then_on(choice: Choice, number: int) -> None:
    grants, approver = MemoryGrants(), Granting(choice, number)
    rig = make_rig(rules=ASKING, grants=grants, approver=approver, outcomes=OUTCOMES)
    rig.call("run_command", {"command": "npm test"})
    rig.call("run_command", {"command": "npm test"})

    kinds = {None: GrantKind.EXACT, 0: GrantKind.EXACT, 1: GrantKind.PREFIX}
    [kept] = grants.grants
    assert (kept.kind, kept.text) == (kinds[number], "npm test")
    assert (kept.project is None) == (choice is Choice.ALWAYS)
    assert decided(rig) == [(True, "user, with grant g1"), (True, "grant g1")]
    assert len(approver.questions) == 1


def test_a_prefix_can_be_granted_for_the_run_and_is_not_kept() -> None:
    grants, approver = MemoryGrants(), Granting(Choice.RUN, 1)
    rig = make_rig(rules=ASKING, grants=grants, approver=approver, outcomes=OUTCOMES)
    rig.call("run_command", {"command": "npm test"})
    rig.call("run_command", {"command": "npm test -- x"})
    assert decided(rig) == [(True, "user"), (True, "grant for the run")]
    assert grants.grants == []


def test_a_grant_that_was_not_offered_is_not_given() -> None:
    class Widening:
        async def confirm(self, question: Confirmation) -> Answer:
            wide = Grant(kind=GrantKind.PREFIX, tool="run_command", text="npm")
            return Answer(Choice.ALWAYS, grant=wide)

    grants = MemoryGrants()
    rig = make_rig(rules=ASKING, grants=grants, approver=Widening(), outcomes=OUTCOMES)
    assert rig.call("run_command", {"command": "npm test"}).success
    assert (decided(rig), grants.grants) == ([(True, "user")], [])


def test_a_grant_that_cannot_be_kept_holds_for_the_run_and_says_so() -> None:
    approver = Granting(Choice.PROJECT)
    rig = make_rig(
        rules=ASKING, grants=MemoryGrants(full=True), approver=approver, outcomes=OUTCOMES
    )
    rig.call("run_command", {"command": "npm test"})
    rig.call("run_command", {"command": "npm test"})
    assert decided(rig) == [
        (True, "user; for the run, since the disk is full"),
        (True, "grant for the run"),
    ]


@pytest.mark.parametrize("mode", list(ConfirmMode))
@pytest.mark.parametrize("dry_run", [False, True])
def test_what_the_user_denied_runs_in_no_mode_and_nobody_is_asked(
    mode: ConfirmMode, dry_run: bool
) -> None:
    grants = MemoryGrants([NO_PUSH])
    rules = Rules(mode=mode, dry_run=dry_run)
    rig = make_rig(rules=rules, grants=grants, answers=[Choice.ONCE], outcomes=OUTCOMES)
    result = rig.call("run_command", {"command": "git -C . push"})
    assert not result.success
    assert "architect grants revoke g8" in result.text
    assert decided(rig) == [(False, "grant g8")]
    assert rig.shell.commands == []


def test_deny_wins_over_allow() -> None:
    allowed = Grant(kind=GrantKind.EXACT, tool="run_command", text="git push", grant_id="g1")
    rig = make_rig(rules=ASKING, grants=MemoryGrants([allowed, NO_PUSH]), outcomes=OUTCOMES)
    rig.call("run_command", {"command": "git push"})
    assert decided(rig) == [(False, "grant g8")]


def test_a_tool_can_be_granted_for_the_project() -> None:
    grants, approver = MemoryGrants(), Granting(Choice.PROJECT)
    rig = make_rig(rules=ASKING, grants=grants, approver=approver)
    rig.call("write_file", {"path": "a.txt", "content": "1"})
    rig.call("write_file", {"path": "b.txt", "content": "2"})
    assert decided(rig) == [(True, "user, with grant g1"), (True, "grant g1")]
    assert [str(grant) for grant in grants.grants] == ["write_file: every call"]
