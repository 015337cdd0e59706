"""After a text from outside, what leaves the workspace is asked about on every path."""

import asyncio
from pathlib import Path

import pytest
from tests.support.replies import text_reply
from tests.support.rig import Rig, Rules, make_rig
from tests.support.table import table

from architect.cli.terminal_approver import NobodyToAsk
from architect.domain.grants import Grant, GrantKind
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.lost_results import repaired
from architect.domain.journal.run_events import RunTainted
from architect.domain.run_request import Attachment, RunRequest
from architect.domain.shell import CommandOutcome, Need, ShellCommand
from architect.domain.verdict import Choice, ConfirmMode, Subject
from architect.execution.shells.no_network_shell import NoNetworkShell
from architect.services.requests import outside_sources
from architect.testing.fake_shell import FakeShell
from architect.testing.memory_grants import MemoryGrants
from architect.testing.scripted_approver import ScriptedApprover

OK = CommandOutcome(0, "hello", "", 0.1)
LINES = ("curl http://x", "git push", "rm /tmp/x", "python x.py", "rm x", "pytest")
OUTCOMES: dict[str, CommandOutcome] = dict.fromkeys(LINES, OK)
NETWORK = frozenset({Need.NETWORK})
YOLO = Rules(mode=ConfirmMode.YOLO)


def run(rig: Rig, line: str) -> bool:
    return rig.call("run_command", {"command": line}).success


def test_a_command_that_fetches_taints_the_run_before_the_model_reads_of_it() -> None:
    rig = make_rig(outcomes=OUTCOMES, rules=YOLO)
    assert run(rig, "curl http://x")
    kinds = [type(record.event) for record in rig.sink.records]
    assert kinds.index(RunTainted) < kinds.index(ToolFinished)
    assert rig.state.taints == ("run_command curl http://x",)


CONFINED = Rules(mode=ConfirmMode.YOLO, sandboxed=True)
REFUSED = "curl: (7) Failed to connect to 10.1.2.3 port 80 after 4 ms: Couldn't connect to server"
NOT_THERE = "/bin/bash: line 1: gh: command not found"
NOTHING_CAME = [
    ("curl http://x", CommandOutcome(6, "", "curl: (6) Could not resolve host: x\n", 0.1)),
    ("curl http://10.1.2.3", CommandOutcome(7, "", f"  % Total\r  0  0\r{REFUSED}\n", 0.1)),
    ("gh pr list", CommandOutcome(127, "", f"{NOT_THERE}\n", 0.1)),
    ("curl http://127.0.0.1:8000/x", OK),
    ("curl -s localhost:8000", OK),
]
SOMETHING_MAY_HAVE_COME = [
    ("curl http://x", OK),
    ("curl http://x", CommandOutcome(22, "", "curl: (22) The requested URL returned error\n", 1)),
    ("curl http://x", CommandOutcome(6, "hello", "curl: (6) Could not resolve host: x\n", 0.1)),
    ("curl -s http://x -o a", CommandOutcome(6, "", "", 0.1)),
    ("curl -so a http://x; curl http://y", CommandOutcome(6, "", f"{REFUSED}\n", 0.1)),
    ("curl -so a http://x http://y", CommandOutcome(7, "", f"{REFUSED}\n", 0.1)),
    ("ssh x", CommandOutcome(1, "", "obey: Connection refused\n", 0.1)),
    ("gh pr list || curl http://x", CommandOutcome(127, "", f"{NOT_THERE}\n", 0.1)),
    ("curl http://x", CommandOutcome(None, "", "", 30.0)),
]


@table(("line", "came"), NOTHING_CAME)
def test_where_nothing_came_in_nothing_is_tainted(line: str, came: CommandOutcome) -> None:
    rig = make_rig(outcomes={line: came}, rules=YOLO)
    run(rig, line)
    assert rig.state.taints == ()


@table(("line", "came"), SOMETHING_MAY_HAVE_COME)
def test_where_something_may_have_come_in_the_run_is_tainted(
    line: str, came: CommandOutcome
) -> None:
    rig = make_rig(outcomes={line: came}, rules=YOLO)
    run(rig, line)
    assert rig.state.taints == (f"run_command {line}",)


def test_what_has_no_network_brings_in_nothing() -> None:
    rig = make_rig(outcomes=OUTCOMES, rules=CONFINED)
    assert run(rig, "curl http://x")
    assert rig.state.taints == ()


def test_a_fetch_that_fails_to_run_taints_all_the_same() -> None:
    rig = make_rig(rules=YOLO)
    assert not run(rig, "curl http://x")
    assert rig.state.taints == ("run_command curl http://x",)


IN_THE_SANDBOX = ["python x.py", "rm x", "pytest", "rm /tmp/x", "node -e 1", "sed -i s/a/b/ x"]


@table("line", IN_THE_SANDBOX)
def test_what_the_sandbox_holds_goes_on_as_before_and_without_the_network(line: str) -> None:
    rig = make_rig(outcomes={line: OK}, rules=CONFINED, approver=NobodyToAsk())
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert run(rig, line)
    assert [command.withheld for command in rig.shell.commands] == [NETWORK]
    assert [command.only_confined for command in rig.shell.commands] == [True]


@table("line", ["git push", "curl http://x", "pip install x", "cp a ~/x", "npx cowsay"])
def test_what_wants_out_of_the_sandbox_is_denied(line: str) -> None:
    rig = make_rig(outcomes={line: OK}, rules=CONFINED, approver=NobodyToAsk())
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert not run(rig, line)
    assert [denial.by for denial in rig.state.denials] == ["taint"]


@pytest.mark.parametrize("line", ["git push", "rm /tmp/x", "python x.py", "curl http://x"])
@pytest.mark.parametrize("mode", list(ConfirmMode))
def test_without_anybody_to_ask_what_leaves_is_denied_in_every_mode(
    line: str, mode: ConfirmMode
) -> None:
    rig = make_rig(outcomes=OUTCOMES, rules=Rules(mode=mode), approver=NobodyToAsk())
    rig.recorder.emit(RunTainted(source="issue 5"))
    result = rig.call("run_command", {"command": line})
    assert not result.success
    assert "issue 5" in (result.error or "")
    assert [denial.by for denial in rig.state.denials] == ["taint"]
    assert rig.shell.commands == []


@pytest.mark.parametrize("line", ["rm x", "pytest"])
def test_what_stays_inside_goes_on_as_before(line: str) -> None:
    rig = make_rig(outcomes=OUTCOMES, rules=YOLO, approver=NobodyToAsk())
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert run(rig, line)


def test_files_in_the_workspace_can_still_be_changed() -> None:
    rig = make_rig(files={"a.py": b"x"}, rules=YOLO, approver=NobodyToAsk())
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert rig.call("edit_file", {"path": "a.py", "old_str": "x", "new_str": "y"}).success


def test_before_anything_came_in_the_mode_decides() -> None:
    rig = make_rig(outcomes=OUTCOMES, rules=YOLO, approver=NobodyToAsk())
    assert run(rig, "git push")
    assert run(rig, "python x.py")
    assert rig.state.taints == ()


def test_an_earlier_yes_for_the_run_does_not_hold_any_more() -> None:
    approver = ScriptedApprover([Choice.RUN, Choice.DENY])
    rig = make_rig(
        outcomes=OUTCOMES, rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE), approver=approver
    )
    assert run(rig, "git push")
    assert run(rig, "git push")
    assert len(approver.questions) == 1
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert not run(rig, "git push")
    assert approver.questions[-1].subject is Subject.EGRESS


def test_a_grant_that_is_kept_does_not_hold_any_more() -> None:
    kept = MemoryGrants([Grant(kind=GrantKind.EXACT, tool="run_command", text="git push")])
    rig = make_rig(
        outcomes=OUTCOMES,
        rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE),
        approver=NobodyToAsk(),
        grants=kept,
    )
    assert run(rig, "git push")
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert not run(rig, "git push")


def test_a_yes_holds_once_only() -> None:
    approver = ScriptedApprover([Choice.RUN, Choice.ONCE])
    rig = make_rig(outcomes=OUTCOMES, rules=YOLO, approver=approver)
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert run(rig, "git push")
    assert run(rig, "git push")
    assert len(approver.questions) == 2


def test_a_dry_run_plans_what_leaves_and_is_not_tainted_by_what_did_not_run() -> None:
    rig = make_rig(rules=Rules(dry_run=True), approver=NobodyToAsk())
    assert run(rig, "curl http://x")
    assert run(rig, "git push")
    assert rig.state.taints == ()
    assert len(rig.state.planned) == 2


def test_a_task_with_a_text_from_outside_starts_tainted() -> None:
    issue = Attachment("issue", "5", "text of a stranger", outside=True)
    rig = make_rig(text_reply("done"), attachments=(issue,))
    assert rig.go().taints == ("issue 5",)
    kinds = [record.event.type for record in rig.sink.records]
    assert kinds[:2] == ["run.started", "run.tainted"]


def test_only_attachments_from_outside_count() -> None:
    request = RunRequest(
        "mend it",
        "build",
        attachments=(
            Attachment("issue", "5", "text of a stranger", outside=True),
            Attachment("git-diff", "HEAD", "our own text"),
        ),
    )
    assert outside_sources(request) == ("issue 5",)


def test_what_nobody_was_asked_about_loses_the_network() -> None:
    rig = make_rig(outcomes=OUTCOMES, rules=YOLO, approver=NobodyToAsk())
    assert run(rig, "pytest")
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert run(rig, "pytest")
    assert [command.withheld for command in rig.shell.commands] == [frozenset(), NETWORK]


def test_who_says_yes_to_the_network_gives_it_for_this_call() -> None:
    approver = ScriptedApprover([Choice.RUN])
    rig = make_rig(outcomes=OUTCOMES, rules=YOLO, approver=approver)
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert run(rig, "curl http://x")
    assert run(rig, "pytest")
    assert [command.granted for command in rig.shell.commands] == [NETWORK, frozenset()]
    assert [command.withheld for command in rig.shell.commands] == [frozenset(), NETWORK]


def test_a_yes_to_what_does_not_speak_of_the_network_does_not_give_it() -> None:
    rules = Rules(mode=ConfirmMode.CONFIRM_SENSITIVE)
    rig = make_rig(outcomes=OUTCOMES, rules=rules, approver=ScriptedApprover([Choice.ONCE] * 2))
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert run(rig, "pytest")
    assert run(rig, "rm /tmp/x")
    assert [command.withheld for command in rig.shell.commands] == [NETWORK, NETWORK]


def test_a_command_that_failed_for_want_of_the_network_is_asked_about_the_next_time() -> None:
    failing = CommandOutcome(1, "", "Could not resolve host: x", 0.1)
    approver = ScriptedApprover([Choice.ONCE])
    rules = Rules(mode=ConfirmMode.YOLO, sandboxed=True)
    rig = make_rig(outcomes={"pytest": failing}, rules=rules, approver=approver)
    rig.recorder.emit(RunTainted(source="issue 5"))
    assert not run(rig, "pytest")
    assert approver.questions == []
    assert not run(rig, "pytest")
    assert "needs the network" in approver.questions[0].reason
    assert [command.granted for command in rig.shell.commands] == [frozenset(), NETWORK]


def test_a_grant_gives_no_network_any_more() -> None:
    kept = MemoryGrants([Grant(kind=GrantKind.EXACT, tool="run_command", text="uv run pytest")])
    failing = CommandOutcome(1, "", "Could not resolve host: x", 0.1)
    rig = make_rig(
        outcomes={"uv run pytest": failing},
        rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE, sandboxed=True),
        approver=NobodyToAsk(),
        grants=kept,
    )
    run(rig, "uv run pytest")
    run(rig, "uv run pytest")
    rig.recorder.emit(RunTainted(source="issue 5"))
    run(rig, "uv run pytest")
    assert [command.granted for command in rig.shell.commands] == [frozenset(), NETWORK]
    assert [denial.by for denial in rig.state.denials] == ["taint"]


def test_hooks_and_gates_lose_the_network_as_well() -> None:
    taints: list[str] = []
    inner = FakeShell({"npm test": OK})
    shell = NoNetworkShell(inner, lambda: taints)
    command = ShellCommand("npm test", cwd=Path("/ws"), timeout_s=1.0)
    asyncio.run(shell.run(command, lambda _stream, _text: None))
    taints.append("issue 5")
    asyncio.run(shell.run(command, lambda _stream, _text: None))
    assert [command.withheld for command in inner.commands] == [frozenset(), NETWORK]


def test_a_question_does_not_show_a_key() -> None:
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z" + "0A1b2C3d"
    approver = ScriptedApprover([Choice.DENY])
    rig = make_rig(
        files={"a.py": f"T = '{token}'\nP = 1\n".encode()},
        rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE),
        approver=approver,
    )
    rig.call("edit_file", {"path": "a.py", "old_str": "P = 1", "new_str": "P = 2"})
    assert "P = 2" in str(approver.questions[0].preview)
    assert token not in str(approver.questions[0])


def test_a_run_that_was_cut_off_while_it_fetched_counts_as_one_that_read() -> None:
    rig = make_rig(outcomes=OUTCOMES, rules=YOLO)
    assert run(rig, "curl http://x")
    kinds = (ToolFinished, RunTainted)
    cut_off = [each for each in rig.sink.records if not isinstance(each.event, kinds)]
    taints = [each.event for each in repaired(cut_off) if isinstance(each.event, RunTainted)]
    assert taints == [RunTainted(source="run_command curl http://x")]
