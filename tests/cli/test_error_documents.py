"""Without a run there is one line for people, the right exit code, and one document for scripts."""

import json
import os
import signal
import subprocess
from collections.abc import Generator

import pytest
from tests.support.asking import ASKS_ALWAYS
from tests.support.command import Finished, Project, command_line

RECORDED = ("--model", "recorded/demo")

WRONG_USAGE: dict[str, tuple[list[str], str]] = {
    "no prompt": ([], "PROMPT"),
    "an unknown flag": (["x", "--modle", "m"], "--model"),
    "a flag without its value": (["x", "--timeout"], "--timeout"),
    "a mode there is not": (["x", "--mode", "careful"], "confirm-all"),
    "a level there is not": (["x", "--log-level", "loud"], "human"),
    "no steps": (["x", "--max-steps", "0"], "--max-steps"),
    "more steps than an agent may have": (["x", "--max-steps", "1001"], "1<=x<=1000"),
    "steps that are no number": (["x", "--max-steps", "many"], "many"),
    "no time": (["x", "--timeout", "0"], "--timeout"),
    "a time that is no number": (["x", "--timeout", "nan"], "finite"),
    "an exit code there is not": (["x", "--exit-code-on-partial", "256"], "256"),
    "a negative budget": (["x", "--budget", "-1"], "--budget"),
    "two forms of output": (["x", "--events"], "--events"),
}
WRONG_SETTINGS: dict[str, tuple[list[str], str]] = {
    "a budget that is no number": (["x", "--budget", "nan"], "--budget"),
    "an empty prompt": ([" \n", *RECORDED], "prompt is empty"),
    "an unknown agent": (["x", *RECORDED, "-a", "biuld"], "'build'"),
    "a workspace that is missing": (["x", *RECORDED, "-w", "gone"], "does not exist"),
    "a workspace that is a file": (["x", *RECORDED, "-w", "a.txt"], "is not a folder"),
    "a configuration that is missing": (["x", *RECORDED, "-c", "gone.yaml"], "gone.yaml"),
    "a configuration that is none": (["x", *RECORDED, "-c", "a.txt"], "a.txt"),
    "a script that is missing": (["x", "--model", "recorded/gone"], "recorded script 'gone'"),
    "an address that is none": (["x", "--api-base", "ftp://x"], "ftp://x"),
    "a log file that is a folder": (["x", *RECORDED, "--log-file", "."], "log file"),
    "a workspace that takes no files": (["x", *RECORDED, "-w", "/proc"], "'/proc'"),
    "no repository": (["x", *RECORDED, "--context-git-diff", "v9"], "is not a git repository"),
}


def check_document(finished: Finished, *, code: int, kind: str) -> str:
    """The message of a document for a run that never was; it must be what people read, too."""
    document = finished.document
    assert finished.code == code
    assert (document["status"], document["session_id"], document["steps"]) == ("failed", None, 0)
    assert document["error"]["kind"] == kind
    message = document["error"]["message"]
    assert all(line in finished.stderr for line in message.split("\n"))
    return message


@pytest.mark.parametrize("case", [*WRONG_USAGE, *WRONG_SETTINGS])
def test_what_cannot_be_run_is_an_error_of_configuration(project: Project, case: str) -> None:
    arguments, word = (WRONG_USAGE | WRONG_SETTINGS)[case]
    finished = project.architect("run", "--json", *arguments)
    assert word in check_document(finished, code=3, kind="configuration")
    assert project.journals == []


def test_without_json_nothing_stands_on_standard_output(project: Project) -> None:
    for arguments in (
        ["x", "--mode", "careful"],
        ["x", *RECORDED, "-a", "biuld"],
        ["--", "--json"],
    ):
        finished = project.architect("run", *arguments)
        assert (finished.code, finished.stdout) == (3 if arguments[0] == "x" else 4, b"")


@pytest.mark.parametrize("provider", ["auto", "litellm"])
@pytest.mark.parametrize(
    ("model", "variable"),
    [("gpt-4.1", "OPENAI_API_KEY"), ("gemini/gemini-2.5-pro", "GEMINI_API_KEY")],
)
def test_a_missing_key_is_named(project: Project, provider: str, model: str, variable: str) -> None:
    settings = {"ARCHITECT__LLM__PROVIDER": provider}
    finished = project.architect("run", "x", "--json", "--model", model, environment=settings)
    assert variable in check_document(finished, code=4, kind="authentication")


def test_several_problems_are_all_in_the_one_document(project: Project) -> None:
    project.write(".architect.yaml", "llm: {timeout: soon, modle: m}\n")
    finished = project.architect("run", "x", "--json")
    message = check_document(finished, code=3, kind="configuration")
    assert "'soon' is not a whole number" in message
    assert "did you mean 'model'" in message


@pytest.mark.parametrize("kind", ["a file", "a link to nowhere"])
def test_a_workspace_that_takes_no_journal_is_named(project: Project, kind: str) -> None:
    if kind == "a file":
        project.write(".architect", "in the way")
    else:
        (project.folder / ".architect").symlink_to("nowhere")
    finished = project.architect("run", "x", "--json", *RECORDED)
    message = check_document(finished, code=3, kind="configuration")
    assert (
        f"'.architect' in the workspace '.' is {kind.removesuffix(' to nowhere')}, but" in message
    )
    assert "--workspace" in message


@pytest.mark.parametrize("arguments", [("run", "x", *RECORDED), ("validate-config",)])
def test_a_current_folder_that_was_deleted_is_no_workspace(
    project: Project, arguments: tuple[str, ...]
) -> None:
    gone = project.folder / "gone"
    gone.mkdir()
    ended = subprocess.run(
        ["sh", "-c", 'rmdir ../gone && exec "$@"', "sh", *command_line(*arguments)],
        cwd=gone,
        env=project.environment(),
        capture_output=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout) == (3, b"")
    assert ended.stderr.decode() == (
        "architect: the workspace '.' was deleted; choose one with --workspace\n"
    )


@pytest.fixture
def interruptible() -> Generator[None]:
    """Tests that run in the background have interrupts ignored, and so would the command."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupt_before_the_run_is_in_the_document(
    project: Project, number: signal.Signals
) -> None:
    read_end, write_end = os.pipe()
    process = project.start("run", "-", "--json", stdin=read_end)
    os.close(read_end)
    # More than a pipe holds: written only once the command reads.
    os.write(write_end, b"x" * 70_000)
    process.send_signal(number)
    finished = project.finish(process)
    os.close(write_end)
    assert finished.code == 130
    assert finished.document["stop_reason"] == "user_interrupt"
    assert project.journals == []


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "module", ["click", "architect.cli.commands.run", "architect.config.schema"]
)
def test_an_interrupt_while_modules_are_imported_is_in_the_document(
    project: Project, module: str, number: signal.Signals
) -> None:
    project.write(
        "watch/sitecustomize.py",
        "import os, sys\n"
        "class Watch:\n"
        "    def find_spec(self, name, *rest):\n"
        f"        if name == {module!r} and 'architect.cli' in sys.modules:\n"
        f"            os.kill(os.getpid(), {number.value})\n"
        "sys.meta_path.insert(0, Watch())\n",
    )
    watched = {"PYTHONPATH": str(project.folder / "watch")}
    finished = project.architect("run", "x", "--json", *RECORDED, environment=watched)
    assert finished.code == 130
    assert finished.document["stop_reason"] == "user_interrupt"
    assert finished.stderr == "\n" or finished.stderr == ""
    assert project.journals == []


@pytest.mark.usefixtures("interruptible")
def test_a_signal_that_the_parent_ignores_ends_nothing(project: Project) -> None:
    read_end, write_end = os.pipe()
    command = ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh", *command_line("run", "-", *RECORDED)]
    process = subprocess.Popen(
        command,
        cwd=project.folder,
        env=project.environment(ASKS_ALWAYS),
        stdin=read_end,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(read_end)
    os.write(write_end, b"x" * 70_000)
    process.send_signal(signal.SIGHUP)
    os.close(write_end)
    finished = project.finish(process)
    assert finished.code == 2
    assert len(project.journals) == 1


def test_standard_input_that_never_says_anything_is_not_waited_for(project: Project) -> None:
    read_end, write_end = os.pipe()
    arguments = ("run", "x", "--json", "--model", "recorded/demo")
    process = project.start(*arguments, environment=ASKS_ALWAYS, stdin=read_end)
    os.close(read_end)
    finished = project.finish(process)
    os.close(write_end)
    assert finished.code == 2
    denied = {denial["tool"]: denial["by"] for denial in finished.document["denied"]}
    assert denied["run_command"] == "confirmation"


def test_a_bug_is_one_sentence_and_one_document(project: Project) -> None:
    with_a_bug = project.folder / "bug"
    with_a_bug.mkdir()
    (with_a_bug / "sitecustomize.py").write_bytes(
        b"import os\n\nurandom = os.urandom\n\ndef for_ids(size):\n    if size == 3:\n"
        b"        raise LookupError('a bug')\n    return urandom(size)\n\nos.urandom = for_ids\n"
    )
    process = project.start(
        "run", "x", "--json", *RECORDED, environment={"PYTHONPATH": str(with_a_bug)}
    )
    stdout, stderr = process.communicate(timeout=60)
    finished = Finished(process.returncode, stdout, stderr.decode())
    message = check_document(finished, code=1, kind="internal")
    [kept] = project.home.rglob("crash-*.log")
    assert str(kept) in message
    assert b"LookupError: a bug" in kept.read_bytes()
    assert b"Traceback" not in stdout + stderr


def test_a_journal_that_can_no_longer_be_written_ends_the_run_and_hides_nothing(
    project: Project,
) -> None:
    limited = "ulimit -f 64; trap '' XFSZ; exec \"$@\""
    write = {"name": "write_file", "arguments": {"path": "new.txt", "content": "new\n"}}
    refused = {"name": "read_file", "arguments": {"path": "gone"}}
    replies = [{"calls": [write, refused]}, {"text": "x" * 100_000}]
    project.write("script.json", json.dumps({"schema_version": 1, "replies": replies}))
    command = ["sh", "-c", limited, "sh", *command_line("run", "x", "--json", "--mode", "yolo")]
    command += ["--model", "recorded/script.json"]
    ended = subprocess.run(
        command, cwd=project.folder, env=project.environment(), capture_output=True, timeout=60
    )
    finished = Finished(ended.returncode, ended.stdout, ended.stderr.decode())
    project.check_for_bugs(finished.stderr)
    document = finished.document
    [journal] = project.journals
    assert (finished.code, document["status"]) == (1, "failed")
    assert document["error"]["kind"] == document["stop_reason"].removesuffix("_error") == "internal"
    assert str(journal) in document["error"]["message"]
    assert document["error"]["message"] in finished.stderr
    assert (document["session_id"], document["steps"]) == (journal.stem, 2)
    assert document["files_modified"] == ["new.txt"]
    assert [use["name"] for use in document["tools_used"]] == ["write_file", "read_file"]
