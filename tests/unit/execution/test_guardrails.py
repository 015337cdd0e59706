from pathlib import Path
from typing import Any

import pytest
from tests.support.rig import Rig, Rules, make_rig
from tests.support.table import table

from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.cli.terminal_approver import NobodyToAsk
from architect.domain.journal.state import Denial
from architect.domain.verdict import Choice, ConfirmMode
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.policy.file_rules import protected_files
from architect.policy.guardrails import CodeRule, GuardrailRules
from architect.testing.fake_shell import outcome
from architect.testing.scripted_approver import ScriptedApprover

FILES = {
    ".env": b"KEY=hunter2\n",
    ".env.example": b"KEY=\n",
    "locked.txt": b"KEY=locked\n",
    "vendor/lib.py": b"KEY = 1\n",
    "a.txt": b"KEY=a\n",
}
PATCH = "@@ -1 +1 @@\n-{old}\n+KEY=new\n"

READS: dict[str, tuple[str, dict[str, Any]]] = {
    "read_file": ("read_file", {"path": "{path}"}),
    "grep": ("grep", {"pattern": "KEY", "path": "{path}"}),
    "search_code": ("search_code", {"pattern": "KEY", "path": "{path}"}),
    "a command that reads": ("run_command", {"command": "cat {path}"}),
    "a redirection": ("run_command", {"command": "cat < {path}"}),
    "code": ("run_command", {"command": "python -c \"open('{path}')\""}),
}
WRITES: dict[str, tuple[str, dict[str, Any]]] = {
    "write_file": ("write_file", {"path": "{path}", "content": "KEY=new\n"}),
    "edit_file": ("edit_file", {"path": "{path}", "old_str": "KEY", "new_str": "NEW"}),
    "apply_patch": ("apply_patch", {"path": "{path}", "patch": PATCH}),
    "delete_file": ("delete_file", {"path": "{path}"}),
    "a redirection that writes": ("run_command", {"command": "echo x > {path}"}),
    "a command that writes": ("run_command", {"command": "sed -i s/a/b/ {path}"}),
    "a command that moves": ("run_command", {"command": "mv {path} elsewhere"}),
    "a command that copies over it": ("run_command", {"command": "cp a.txt {path}"}),
}
NAMES = {
    "list_files": ("list_files", {"path": "."}),
    "find_files": ("find_files", {"pattern": "{path}"}),
    "a command that lists": ("run_command", {"command": "ls -la {path}"}),
}
MODES = [(mode, dry_run) for mode in ConfirmMode for dry_run in (False, True)]


def guarded_rig(
    guards: GuardrailRules | None = None, *, files: dict[str, bytes] | None = None, **more: Any
) -> Rig:
    guardrails = GuardrailsEngine(
        guards or GuardrailRules(), BoundedPatternSearch(), root=Path("/workspace")
    )
    return make_rig(files=FILES if files is None else files, guardrails=guardrails, **more)


def placed(arguments: dict[str, Any], path: str) -> dict[str, Any]:
    old = FILES.get(path, b"").decode().strip()
    return {
        key: text.replace("{path}", path).replace("{old}", old) for key, text in arguments.items()
    }


def rule_that_denied(rig: Rig) -> list[str]:
    return [denial.by for denial in rig.state.denials]


@table(("mode", "dry_run"), MODES)
@table("way", [*READS, *WRITES])
def test_a_file_with_secrets_is_out_of_reach_where_nobody_can_be_asked(
    way: str, mode: ConfirmMode, dry_run: bool
) -> None:
    name, arguments = (READS | WRITES)[way]
    rig = guarded_rig(approver=NobodyToAsk(), rules=Rules(mode=mode, dry_run=dry_run))
    result = rig.call(name, placed(arguments, ".env"))
    assert not result.success
    assert "hunter2" not in result.text
    assert "'.env' may hold secrets" in result.text
    assert rule_that_denied(rig) == ["sensitive_files"]
    assert rig.shell.commands == []
    assert rig.workspace.files == FILES


@pytest.mark.parametrize("way", [*NAMES])
def test_that_a_file_with_secrets_is_there_may_be_seen(way: str) -> None:
    name, arguments = NAMES[way]
    shown = {"ls -la .env": outcome("0 .env\n")}
    rig = guarded_rig(approver=NobodyToAsk(), outcomes=shown)
    result = rig.call(name, placed(arguments, ".env"))
    assert ".env" in result.text
    assert rule_that_denied(rig) == []


@pytest.mark.parametrize("way", ["read_file", "write_file", "edit_file", "apply_patch"])
def test_an_example_of_such_a_file_may_be_used(way: str) -> None:
    name, arguments = (READS | WRITES)[way]
    rig = guarded_rig(approver=NobodyToAsk())
    assert rig.call("read_file", {"path": ".env.example"}).success
    assert rig.call(name, placed(arguments, ".env.example")).success


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_person_may_let_a_file_with_secrets_be_read_and_that_is_recorded(dry_run: bool) -> None:
    rig = guarded_rig(answers=[Choice.ONCE, Choice.DENY], rules=Rules(dry_run=dry_run))
    assert rig.call("read_file", {"path": ".env"}).text == "KEY=hunter2\n"
    assert not rig.call("read_file", {"path": ".env"}).success
    assert isinstance(rig.approver, ScriptedApprover)
    assert [str(question.subject) for question in rig.approver.questions] == ["sensitive file"] * 2
    assert [question.preview for question in rig.approver.questions] == [None, None]
    assert rule_that_denied(rig) == ["sensitive_files"]


def test_what_is_allowed_for_the_run_is_that_file_and_no_other() -> None:
    rig = guarded_rig(answers=[Choice.RUN, Choice.DENY], files=FILES | {"id_rsa": b"hunter3"})
    for _ in range(2):
        assert rig.call("read_file", {"path": ".env"}).success
    assert not rig.call("read_file", {"path": "id_rsa"}).success


@table("path", ["locked.txt", "vendor/lib.py"])
@table(("mode", "dry_run"), MODES)
@table("way", [*WRITES])
def test_a_protected_file_cannot_be_changed_whoever_says_yes(
    way: str, mode: ConfirmMode, dry_run: bool, path: str
) -> None:
    name, arguments = WRITES[way]
    rules = GuardrailRules(protected=protected_files(("locked.txt", "vendor")))
    rig = guarded_rig(rules, answers=[Choice.ONCE], rules=Rules(mode=mode, dry_run=dry_run))
    result = rig.call(name, placed(arguments, path))
    assert result.text.startswith(f"Error: denied (protected_files): {path!r} is protected")
    assert rule_that_denied(rig) == ["protected_files"]
    assert rig.shell.commands == []
    assert rig.workspace.files == FILES


EXECUTABLE_PATHS = [
    ".vscode/tasks.json",
    ".github/workflows/ci.yml",
    "web/.husky/pre-push",
    ".VSCODE/x",
]


@table("path", EXECUTABLE_PATHS)
@table("mode", ConfirmMode)
@table("way", [*WRITES])
def test_what_other_programs_execute_is_not_changed_where_nobody_can_be_asked(
    way: str, mode: ConfirmMode, path: str
) -> None:
    name, arguments = WRITES[way]
    rig = guarded_rig(approver=NobodyToAsk(), files={path: b"KEY=a\n"}, rules=Rules(mode=mode))
    fitting = {key: text.replace("{old}", "KEY=a") for key, text in arguments.items()}
    result = rig.call(name, placed(fitting, path))
    assert result.text.startswith(
        f"Error: denied (executable_config_files): other programs execute {path!r}"
    )
    assert "--mode yolo" not in result.text
    assert rule_that_denied(rig) == ["executable_config_files"]
    assert rig.shell.commands == []
    assert rig.workspace.files == {path: b"KEY=a\n"}


@pytest.mark.parametrize("way", ["write_file", "edit_file"])
def test_a_person_sees_the_edit_of_what_other_programs_execute_and_may_allow_it_for_the_run(
    way: str,
) -> None:
    path = ".vscode/tasks.json"
    name, arguments = WRITES[way]
    rig = guarded_rig(answers=[Choice.RUN, Choice.DENY], files={path: b"KEY=KEY\n", "b": b"KEY\n"})
    once = {"path": path, "content": "x\n", "old_str": "=KEY", "new_str": "=NEW"}
    asked = {key: once[key] for key in arguments}
    assert rig.call("read_file", {"path": path}).success
    assert rig.call("read_file", {"path": "b"}).success
    assert rig.call(name, asked).success
    again = asked | {"content": "y\n"} if way == "write_file" else asked | {"old_str": "KEY"}
    assert rig.call(name, again).success
    assert not rig.call("write_file", {"path": ".idea/x.xml", "content": ""}).success
    assert rig.call("write_file", {"path": "b", "content": ""}).success
    assert isinstance(rig.approver, ScriptedApprover)
    first, other = rig.approver.questions
    assert (str(first.subject), first.offers) == ("executable config file", ())
    assert first.preview is not None
    assert other.title.startswith("Write .idea/x.xml")


def test_what_other_programs_execute_may_be_read() -> None:
    answers = {"cat .vscode/tasks.json": outcome()}
    rig = guarded_rig(
        approver=NobodyToAsk(), files={".vscode/tasks.json": b"{}\n"}, outcomes=answers
    )
    assert rig.call("read_file", {"path": ".vscode/tasks.json"}).success
    assert rig.call("run_command", {"command": "cat .vscode/tasks.json"}).success


def test_a_dry_run_plans_a_change_of_what_other_programs_execute_and_asks_nobody() -> None:
    rig = guarded_rig(approver=NobodyToAsk(), rules=Rules(dry_run=True))
    result = rig.call("write_file", {"path": ".circleci/config.yml", "content": ""})
    assert result.text.startswith("[DRY-RUN] Would execute")


def test_nobody_is_asked_about_what_the_user_took_off_the_list() -> None:
    rules = GuardrailRules(executable_config=protected_files((".idea",)))
    rig = guarded_rig(rules, approver=NobodyToAsk())
    assert rig.call("write_file", {"path": ".vscode/tasks.json", "content": ""}).success


@pytest.mark.parametrize("way", ["read_file", "grep", "search_code", "a command that reads"])
def test_a_protected_file_may_be_read(way: str) -> None:
    name, arguments = READS[way]
    rules = GuardrailRules(protected=protected_files(("locked.txt",)))
    rig = guarded_rig(rules, outcomes={"cat locked.txt": outcome("KEY")})
    rig.call(name, placed(arguments, "locked.txt"))
    assert rule_that_denied(rig) == []


@pytest.mark.parametrize("line", ["rm -rf vendor", "mv vendor old", "rm v*", "git checkout ."])
def test_a_protected_file_does_not_go_with_its_folder(line: str) -> None:
    rules = GuardrailRules(protected=protected_files(("vendor/lib.py",)))
    rig = guarded_rig(rules)
    rig.call("run_command", {"command": line})
    assert rule_that_denied(rig) == ["protected_files"]


@pytest.mark.parametrize("line", ["cat .e*", "cat ./*/../.env", "cd vendor; cat ../.env"])
def test_globs_and_folders_are_followed_to_the_file(line: str) -> None:
    rig = guarded_rig(approver=NobodyToAsk())
    rig.call("run_command", {"command": line})
    assert rule_that_denied(rig) == ["sensitive_files"]


def test_a_word_that_is_no_file_is_no_secret() -> None:
    line = "git log credentials -S id_rsa"
    rig = guarded_rig(approver=NobodyToAsk(), outcomes={line: outcome()})
    assert rig.call("run_command", {"command": line}).success


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_blocked_command_is_refused_in_every_mode(dry_run: bool) -> None:
    rules = GuardrailRules(blocked_commands=(r"\bterraform\b", "(x+)+y"))
    rig = guarded_rig(rules, rules=Rules(dry_run=dry_run))
    result = rig.call("run_command", {"command": "cd infra && terraform apply"})
    assert "has '\\\\bterraform\\\\b', which matches" in result.text
    assert rule_that_denied(rig) == ["blocked_commands"]


def test_a_command_that_no_rule_can_judge_in_time_is_refused() -> None:
    guardrails = GuardrailsEngine(
        GuardrailRules(blocked_commands=("(x+)+y",)),
        BoundedPatternSearch(timeout_s=0.2),
        root=Path("/workspace"),
    )
    rig = make_rig(guardrails=guardrails)
    result = rig.call("run_command", {"command": "echo " + "x" * 60})
    assert "cannot check this" in result.text
    assert rule_that_denied(rig) == ["blocked_commands"]


BLOCK = GuardrailRules(code_rules=(CodeRule(r"\beval\(", "no eval", blocks=True),))
WARN = GuardrailRules(code_rules=(CodeRule(r"print\(", "use the logger"),))
EVAL: dict[str, dict[str, Any]] = {
    "write_file": {"path": "a.txt", "content": "KEY=a\neval(x)\n"},
    "edit_file": {"path": "a.txt", "old_str": "=a", "new_str": "=a\neval(x)"},
    "apply_patch": {"path": "a.txt", "patch": "@@ -1 +1,2 @@\n KEY=a\n+eval(x)\n"},
}


@table(("mode", "dry_run"), MODES)
@table("tool", [*EVAL])
def test_new_text_that_a_rule_forbids_is_never_written(
    tool: str, mode: ConfirmMode, dry_run: bool
) -> None:
    answers = [Choice.ONCE, Choice.ONCE]
    rig = guarded_rig(BLOCK, answers=answers, rules=Rules(mode=mode, dry_run=dry_run))
    assert rig.call("read_file", {"path": "a.txt"}).success
    result = rig.call(tool, EVAL[tool])
    assert result.text.startswith("Error: a.txt:2: no eval (guardrails.code_rules forbids")
    assert rig.workspace.files == FILES
    assert rig.state.planned == ()


def test_an_edit_in_two_steps_does_not_get_round_a_rule() -> None:
    rig = guarded_rig(BLOCK)
    assert rig.call("edit_file", {"path": "a.txt", "old_str": "KEY", "new_str": "ev"}).success
    result = rig.call("edit_file", {"path": "a.txt", "old_str": "ev", "new_str": "eval("})
    assert "a.txt:1: no eval" in result.text


def test_text_that_was_there_before_breaks_no_rule() -> None:
    rig = guarded_rig(BLOCK, files={"a.txt": b"eval(x)\ny\n"})
    assert rig.call("edit_file", {"path": "a.txt", "old_str": "y", "new_str": "z"}).success


def test_a_warning_is_appended_to_the_result_of_the_edit() -> None:
    rig = guarded_rig(WARN)
    result = rig.call("write_file", {"path": "b.py", "content": "print(1)\n"})
    assert result.success
    assert result.output.endswith(
        "[warning: b.py:1: use the logger (guardrails.code_rules: 'print\\\\(')]"
    )


def test_a_rule_that_explodes_refuses_the_edit_in_bounded_time() -> None:
    rules = GuardrailRules(code_rules=(CodeRule("(x+)+y", "no xy"),))
    guardrails = GuardrailsEngine(
        rules, BoundedPatternSearch(timeout_s=0.2), root=Path("/workspace")
    )
    rig = make_rig(guardrails=guardrails)
    result = rig.call("write_file", {"path": "a.txt", "content": "x" * 60})
    assert "took longer than 0.2 s" in result.text
    assert rig.workspace.files == {}


def test_only_so_many_files_may_be_changed() -> None:
    rig = guarded_rig(GuardrailRules(max_files_modified=1), files={})
    assert rig.call("write_file", {"path": "a", "content": "1"}).success
    assert rig.call("write_file", {"path": "a", "content": "2"}).success
    result = rig.call("write_file", {"path": "b", "content": "1"})
    assert result.text.startswith("Error: denied (max_files_modified): 'b' would be one file more")
    assert rig.workspace.files == {"a": b"2"}


def test_lines_are_counted_as_they_were_really_changed() -> None:
    rig = guarded_rig(GuardrailRules(max_lines_changed=3), files={"a": b"1\n2\n"})
    assert not rig.call("edit_file", {"path": "a", "old_str": "9", "new_str": "8"}).success
    assert rig.call("edit_file", {"path": "a", "old_str": "1", "new_str": "one"}).success
    refused = rig.call("edit_file", {"path": "a", "old_str": "2", "new_str": "two"})
    assert "this edit changes 2 lines, and of 3 that a run may change" in refused.text
    assert "1 are left" in refused.text
    assert rig.call("write_file", {"path": "a", "mode": "append", "content": "3\n"}).success
    assert rule_that_denied(rig) == ["max_lines_changed"]


def test_only_commands_that_were_let_through_are_counted() -> None:
    rules = GuardrailRules(max_commands_executed=1, blocked_commands=("no",))
    rig = guarded_rig(rules, outcomes={"ls": outcome()})
    assert not rig.call("run_command", {"command": "no"}).success
    assert rig.call("run_command", {"command": "ls"}).success
    result = rig.call("run_command", {"command": "ls"})
    assert result.text.startswith("Error: denied (max_commands_executed): all 1 commands")


def test_commands_are_counted_in_a_dry_run_as_well() -> None:
    rig = guarded_rig(GuardrailRules(max_commands_executed=1), rules=Rules(dry_run=True))
    assert rig.call("run_command", {"command": "make"}).success
    assert not rig.call("run_command", {"command": "make"}).success


def test_a_denial_names_the_rule_and_the_call() -> None:
    rig = guarded_rig(GuardrailRules(protected=protected_files(("locked.txt",))))
    result = rig.call("delete_file", {"path": "locked.txt"})
    [denial] = rig.state.denials
    assert denial == Denial("delete_file", "locked.txt", "protected_files", denial.reason)
    assert denial.reason.endswith("it can be read but not changed")
    advice = "Solve the task without changing it, or tell the user what to change."
    assert result.text == f"Error: denied (protected_files): {denial.reason}. {advice}"


UNREAD = {"content": "KEY=new\n"}
IN_VAIN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("write_file", {"path": "a.txt", **UNREAD}),
    ("write_file", {"path": ".env", **UNREAD}),
    ("write_file", {"path": ".vscode/tasks.json", **UNREAD}),
    ("write_file", {"path": "vendor", **UNREAD}),
    ("edit_file", {"path": "a.txt", "old_str": "not there", "new_str": "x"}),
    ("edit_file", {"path": "no.txt", "old_str": "KEY", "new_str": "x"}),
    ("edit_file", {"path": ".vscode/tasks.json", "old_str": "not there", "new_str": "x"}),
    ("apply_patch", {"path": "a.txt", "patch": PATCH.replace("{old}", "not there")}),
    ("apply_patch", {"path": ".vscode/tasks.json", "patch": "no patch"}),
    ("delete_file", {"path": "no.txt"}),
    ("delete_file", {"path": "vendor"}),
    ("run_command", {"command": "make", "cwd": "no"}),
    ("run_command", {"command": "make", "env": {"A=B": "x"}}),
    ("run_command", {"command": "make", "env": {"": "x"}}),
    ("run_command", {"command": "make", "env": {"A": "x\0"}}),
    ("run_command", {"command": "make", "cwd": "a.txt"}),
)


@table(("name", "arguments"), IN_VAIN)
def test_nobody_is_asked_about_what_a_yes_would_not_help(name: str, arguments: dict[str, Any]):
    files = FILES | {".vscode/tasks.json": b"{}\n"}
    rig = guarded_rig(answers=[], files=files, rules=Rules(mode=ConfirmMode.CONFIRM_ALL))

    assert not rig.call(name, arguments).success

    assert isinstance(rig.approver, ScriptedApprover)
    assert rig.approver.questions == []
    assert rig.workspace.files == files
