"""Commands of a run that only proposes: what is asked about them, and what the model is told."""

from pathlib import Path

import pytest
from tests.support.rig import Rig, Rules, make_rig

from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.cli.terminal_approver import NobodyToAsk
from architect.domain.hooks import Hook, HookEvent
from architect.domain.shell import CommandOutcome
from architect.domain.verdict import Choice, ConfirmMode, Subject
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.policy.guardrails import GuardrailRules
from architect.ports.approver import Approver
from architect.testing.fake_shell import FakeShell, outcome
from architect.testing.scripted_approver import ScriptedApprover

WHY = "bwrap is not installed"
LOOKS, CHANGES = "git status", "rm a.py"
REFUSED_WRITES = {
    "touch": "touch: cannot touch 'x': Read-only file system",
    "python": "OSError: [Errno 30] Read-only file system: 'x'",
    "node": "Error: EROFS: read-only file system, open 'x'",
    "cargo": "Read-only file system (os error 30)",
}


def proposing_rig(
    *,
    mode: ConfirmMode = ConfirmMode.YOLO,
    unconfined: str = WHY,
    answers: tuple[Choice, ...] = (),
    approver: Approver | None = None,
    outcomes: dict[str, CommandOutcome] | None = None,
    user_hooks: tuple[Hook, ...] = (),
    proposes: bool = True,
) -> Rig:
    canned = dict.fromkeys((LOOKS, CHANGES, "pytest", "format"), outcome("hello"))
    return make_rig(
        files={"a.py": b"x = 1\n", ".env": b"KEY=hunter2\n"},
        shell=FakeShell(canned | (outcomes or {}), unconfined=unconfined),
        answers=answers,
        approver=approver,
        rules=Rules(mode=mode, proposes=proposes),
        user_hooks=user_hooks,
    )


def ran(rig: Rig) -> list[str]:
    return [command.line for command in rig.shell.commands]


@pytest.mark.parametrize("mode", list(ConfirmMode))
@pytest.mark.parametrize("line", [CHANGES, "pytest"])
def test_without_a_sandbox_a_command_that_could_change_files_is_denied_where_nobody_is_asked(
    mode: ConfirmMode, line: str
) -> None:
    rig = proposing_rig(mode=mode, approver=NobodyToAsk())

    result = rig.call("run_command", {"command": line})

    assert not result.success
    assert "denied (proposals)" in (result.error or "")
    assert "this run only proposes changes" in (result.error or "")
    assert WHY in (result.error or "")
    assert "editing tools" in (result.error or "")
    assert [denial.by for denial in rig.state.denials] == ["proposals"]
    assert ran(rig) == []


@pytest.mark.parametrize("mode", [ConfirmMode.YOLO, ConfirmMode.CONFIRM_SENSITIVE])
def test_a_command_that_only_looks_runs_unasked_all_the_same(mode: ConfirmMode) -> None:
    rig = proposing_rig(mode=mode, approver=NobodyToAsk())
    assert rig.call("run_command", {"command": LOOKS}).success
    assert ran(rig) == [LOOKS]


def test_a_person_is_told_why_it_is_asked_and_may_say_yes_for_this_command() -> None:
    rig = proposing_rig(answers=(Choice.RUN, Choice.DENY))

    assert rig.call("run_command", {"command": CHANGES}).success
    assert rig.call("run_command", {"command": CHANGES}).success
    assert not rig.call("run_command", {"command": "pytest"}).success

    assert isinstance(rig.approver, ScriptedApprover)
    first, second = rig.approver.questions
    assert first.subject is Subject.CALL
    assert "only proposes" in first.reason
    assert WHY in first.reason
    assert not first.reason.startswith(("dangerous", "dev"))
    assert second.title == "Run `pytest`?"
    assert first.offers == ()
    assert ran(rig) == [CHANGES, CHANGES]


@pytest.mark.parametrize(
    ("unconfined", "proposes"), [("", True), (WHY, False)], ids=["sandbox", "no proposals"]
)
def test_nothing_more_is_asked_in_a_sandbox_or_where_changes_are_made(
    unconfined: str, proposes: bool
) -> None:
    rig = proposing_rig(unconfined=unconfined, proposes=proposes, approver=NobodyToAsk())
    assert rig.call("run_command", {"command": CHANGES}).success


def test_edits_are_no_commands_and_are_not_asked_about() -> None:
    rig = proposing_rig(approver=NobodyToAsk())
    assert rig.call("read_file", {"path": "a.py"}).success
    assert rig.call("write_file", {"path": "a.py", "content": "x = 2\n"}).success
    assert rig.state.files_proposed == ("a.py",)


def test_one_question_names_both_the_secret_and_the_changes() -> None:
    line = "cp .env a.py"
    approver = ScriptedApprover([Choice.DENY])
    rig = make_rig(
        files={".env": b"KEY=hunter2\n"},
        shell=FakeShell({line: outcome()}, unconfined=WHY),
        approver=approver,
        rules=Rules(proposes=True),
        guardrails=GuardrailsEngine(
            GuardrailRules(), BoundedPatternSearch(), root=Path("/workspace")
        ),
    )

    assert not rig.call("run_command", {"command": line}).success

    [question] = approver.questions
    assert question.subject is Subject.SENSITIVE_FILE
    assert "may hold secrets" in question.reason
    assert "only proposes" in question.reason


@pytest.mark.parametrize("program", REFUSED_WRITES)
def test_the_model_is_told_why_a_command_could_not_write(program: str) -> None:
    printed = outcome(stderr=REFUSED_WRITES[program], exit_code=1)
    rig = proposing_rig(unconfined="", outcomes={CHANGES: printed})
    told = rig.call("run_command", {"command": CHANGES}).text
    assert told.count("this run only proposes changes, so commands cannot write") == 1


def test_without_a_refused_write_or_without_proposals_nothing_of_that_is_said() -> None:
    printed = outcome(stderr=REFUSED_WRITES["touch"], exit_code=1)
    rig = proposing_rig(outcomes={CHANGES: printed}, unconfined="", proposes=False)
    assert "proposes" not in rig.call("run_command", {"command": CHANGES}).text
    rig = proposing_rig(outcomes={CHANGES: outcome("done")}, unconfined="")
    assert "proposes" not in rig.call("run_command", {"command": CHANGES}).text


@pytest.mark.parametrize(("proposes", "formatted"), [(True, False), (False, True)])
def test_hooks_after_edits_run_only_where_the_edit_is_in_the_file(
    proposes: bool, formatted: bool
) -> None:
    hook = Hook(name="format", event=HookEvent.POST_TOOL_USE, command="format", after_edits=True)
    rig = proposing_rig(proposes=proposes, user_hooks=(hook,))
    assert rig.call("read_file", {"path": "a.py"}).success
    assert rig.call("write_file", {"path": "a.py", "content": "x = 2\n"}).success
    assert ran(rig) == (["format"] if formatted else [])
