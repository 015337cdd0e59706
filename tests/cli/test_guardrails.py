"""Guardrails and gates over a real folder, search and shell, where nobody can be asked."""

from tests.cli.talk import command_call, talk, talk_json
from tests.support.asking import ASKS_ALWAYS
from tests.support.command import Project
from tests.support.provider_server import Call, Reply

DONE = Reply("Done.")
GATES = "ARCHITECT__GUARDRAILS__QUALITY_GATES"


def call(name: str, arguments: str, call_id: str = "c1") -> Reply:
    return Reply(calls=[Call(name, arguments, call_id)])


def test_a_required_check_that_passes_makes_a_success(project: Project) -> None:
    talked = talk_json(project, [DONE], "--require-check", "test -f a.txt")
    assert talked.code == 0
    assert talked.document["gates"] == [
        {"name": "test -f a.txt", "passed": True, "exit_code": 0, "required": True}
    ]


def test_a_required_check_that_fails_makes_a_failure_whatever_the_model_says(
    project: Project,
) -> None:
    talked = talk_json(project, [DONE] * 4, "--require-check", "echo broken; exit 7")
    assert talked.code == 1
    document = talked.document
    assert (document["status"], document["stop_reason"]) == ("failed", "llm_done")
    assert document["error"]["kind"] == "checks"
    assert document["gates"][0]["exit_code"] == 7
    assert len(talked.requests) == 4
    told = talked.requests[1].body["messages"][-1]
    assert told["role"] == "user"
    assert "$ echo broken; exit 7\nexit code 7\nbroken" in told["content"]


def test_several_checks_are_required_together_and_no_exit_code_hides_one(
    project: Project,
) -> None:
    checks = ("--require-check", "true", "--require-check", "false")
    talked = talk_json(project, [DONE] * 4, *checks, "--exit-code-on-partial", "0")
    assert talked.code == 1
    assert [gate["passed"] for gate in talked.document["gates"]] == [True, False]


def test_the_model_can_still_mend_what_a_gate_found(project: Project) -> None:
    gate = '[{name: greeting, command: "grep -q hello a.txt"}]'
    edit = call("edit_file", '{"path": "a.txt", "old_str": "alpha", "new_str": "hello"}')
    talked = talk(project, [DONE, edit, DONE], "--mode", "yolo", settings={GATES: gate})
    assert (talked.code, project.read("a.txt")) == (0, "hello\n")
    assert "gate greeting: failed, exit code 1" in talked.stderr
    assert "not done: 'greeting' failed (exit code 1); the model continues" in talked.stderr
    assert "gate greeting: passed" in talked.stderr


def test_what_a_gate_leaves_running_ends_with_it(project: Project) -> None:
    gate = "(sleep 300; echo late > late.txt) & echo $! > pid; sleep 300"
    settings = {GATES: f"[{{name: slow, command: '{gate}', required: false, timeout: 1}}]"}
    talked = talk_json(project, [DONE], settings=settings)
    assert talked.code == 0
    assert talked.document["gates"] == [
        {"name": "slow", "passed": False, "exit_code": None, "required": False}
    ]
    assert not (project.folder / "late.txt").exists()


def test_an_empty_check_is_a_mistake(project: Project) -> None:
    finished = project.architect("run", "do it", "--require-check", " ")
    assert finished.code == 3
    assert "it is empty; name the command that must succeed" in finished.stderr


def test_a_dry_run_says_that_no_gate_was_run(project: Project) -> None:
    talked = talk(project, [DONE], "--dry-run", "--require-check", "false")
    assert talked.code == 0
    assert "gate false: skipped, a dry run changes nothing that could be checked" in talked.stderr


def test_keys_stay_where_they_are_by_every_tool(project: Project) -> None:
    project.write(".env", "TOKEN=hunter2\n")
    (project.folder / "notes.txt").symlink_to(".env")
    replies = [
        call("read_file", '{"path": ".env"}'),
        call("read_file", '{"path": "notes.txt"}'),
        call("grep", '{"pattern": "TOKEN"}'),
        call("search_code", '{"pattern": "TOKEN", "file_pattern": "*"}'),
        Reply(calls=[command_call("cat .e*")]),
        Reply(calls=[command_call("cat notes.txt")]),
        call("find_files", '{"pattern": ".env"}'),
        DONE,
    ]
    talked = talk_json(project, replies)
    assert "hunter2" not in str([received.body for received in talked.requests])
    assert "hunter2" not in talked.finished.text
    assert [denial["by"] for denial in talked.document["denied"]] == ["sensitive_files"] * 4
    assert talked.code == 2
    assert "1 match is left out, in files that may hold secrets: .env" in talked.results()[2]
    assert talked.results()[-1] == ".env"


def test_sensitive_files_hold_although_guardrails_are_switched_off(project: Project) -> None:
    project.write(".env", "TOKEN=hunter2\n")
    off = {
        "ARCHITECT__GUARDRAILS__ENABLED": "false",
        "ARCHITECT__GUARDRAILS__PROTECTED_FILES": "[a.txt]",
    }
    replies = [
        call("read_file", '{"path": ".env"}'),
        call("read_file", '{"path": "a.txt"}'),
        call("write_file", '{"path": "a.txt", "content": "x"}'),
        DONE,
    ]
    talked = talk_json(project, replies, settings=off)
    assert [denial["by"] for denial in talked.document["denied"]] == ["sensitive_files"]
    assert project.read("a.txt") == "x"


def test_what_other_programs_execute_is_not_changed_by_any_tool_where_nobody_can_be_asked(
    project: Project,
) -> None:
    (project.folder / "link").symlink_to(".vscode")
    (project.folder / ".vscode").mkdir()
    off = {"ARCHITECT__GUARDRAILS__ENABLED": "false", "ARCHITECT__COMMANDS__SANDBOX": "off"}
    replies = [
        call("write_file", '{"path": ".vscode/tasks.json", "content": "{}"}'),
        call("write_file", '{"path": "link/settings.json", "content": "{}"}'),
        call("write_file", '{"path": ".github/workflows/ci.yml", "content": ""}'),
        Reply(calls=[command_call("echo x > .husky/pre-commit")]),
        Reply(calls=[command_call("cd .vscode && echo x > launch.json")]),
        Reply(calls=[command_call("cp a.txt .gitlab-ci.yml")]),
        call("write_file", '{"path": ".github/README.md", "content": "x"}'),
        DONE,
    ]
    talked = talk_json(project, replies, settings=off)
    assert [denial["by"] for denial in talked.document["denied"]] == ["executable_config_files"] * 6
    assert talked.code == 2
    assert list((project.folder / ".vscode").iterdir()) == []
    assert talked.document["files_modified"] == [".github/README.md"]


def test_the_user_may_let_workflows_be_changed_unasked(project: Project) -> None:
    mine = {"ARCHITECT__GUARDRAILS__EXECUTABLE_CONFIG_FILES": "[.vscode]"}
    write = call("write_file", '{"path": ".github/workflows/ci.yml", "content": "x"}')
    assert talk_json(project, [write, DONE], settings=mine).code == 0


def test_git_that_would_run_a_program_of_the_repository_is_no_mere_read(project: Project) -> None:
    (project.folder / ".git").mkdir()
    project.write(".git/config", "[diff]\n\texternal = touch ran\n")
    reply = Reply(calls=[command_call("git diff")])
    flags = ("--mode", "confirm-sensitive", "--json")
    talked = talk(project, [reply, DONE], *flags, settings=ASKS_ALWAYS)
    [denial] = talked.document["denied"]
    assert denial["by"] == "confirmation"
    assert not (project.folder / "ran").exists()


def test_any_rule_switches_guardrails_on(project: Project) -> None:
    rule = {"ARCHITECT__GUARDRAILS__PROTECTED_FILES": "[a.txt]"}
    write = call("write_file", '{"path": "a.txt", "content": "x"}')
    talked = talk_json(project, [write, DONE], settings=rule)
    assert [denial["by"] for denial in talked.document["denied"]] == ["protected_files"]
    assert project.read("a.txt") == "alpha\n"
