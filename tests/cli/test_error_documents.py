"""Without a run there is one line for people, the right exit code, and one document for scripts."""

import json
import os
import signal
import subprocess
from collections.abc import Generator

import pytest
from tests.support.command import Finished, Project, command_line

from architect.bootstrap.models import find_key
from architect.config.llm import LlmSettings

RECORDED = ("--model", "recorded/demo")

WRONG_USAGE: dict[str, tuple[list[str], str]] = {
    "no prompt": ([], "PROMPT"),
    "an unknown flag": (["x", "--modle", "m"], "--model"),
    "a flag without its value": (["x", "--timeout"], "--timeout"),
    "a mode there is not": (["x", "--mode", "careful"], "confirm-all"),
    "a level there is not": (["x", "--log-level", "loud"], "human"),
    "no steps": (["x", "--max-steps", "0"], "--max-steps"),
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
    "a revision there is not": (["x", *RECORDED, "--context-git-diff", "v9"], "'v9'"),
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


def test_a_key_is_looked_for_in_the_variables_of_its_provider_only() -> None:
    environ = {"OPENAI_API_KEY": "sk-openai", "GOOGLE_API_KEY": "sk-google"}
    assert find_key(LlmSettings(model="gpt-4.1"), environ) == "sk-openai"
    assert find_key(LlmSettings(model="gemini/gemini-2.5-pro"), environ) == "sk-google"
    assert find_key(LlmSettings(model="claude-sonnet-4-5"), environ) is None
    own = {"LITELLM_API_KEY": "sk-named"}
    assert find_key(LlmSettings(model="claude-sonnet-4-5"), own) == "sk-named"


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
    assert "--workspace" in check_document(finished, code=3, kind="configuration")


@pytest.fixture
def interruptible() -> Generator[None]:
    """Tests that run in the background have interrupts ignored, and so would the command."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_before_the_run_is_in_the_document(project: Project) -> None:
    read_end, write_end = os.pipe()
    process = project.start("run", "-", "--json", stdin=read_end)
    os.close(read_end)
    # More than a pipe holds: written only once the command reads.
    os.write(write_end, b"x" * 70_000)
    process.send_signal(signal.SIGINT)
    finished = project.finish(process)
    os.close(write_end)
    assert finished.code == 130
    assert finished.document["stop_reason"] == "user_interrupt"
    assert project.journals == []


def test_standard_input_that_never_says_anything_is_not_waited_for(project: Project) -> None:
    read_end, write_end = os.pipe()
    arguments = ("run", "x", "--json", "--model", "recorded/demo")
    process = project.start(*arguments, stdin=read_end)
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
        b"import secrets\n\ndef token_hex(size):\n    raise LookupError('a bug')\n\n"
        b"secrets.token_hex = token_hex\n"
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


def test_the_journal_that_cannot_be_written_ends_the_run(project: Project) -> None:
    limited = "ulimit -f 8; trap '' XFSZ; exec \"$@\""
    script = {"schema_version": 1, "replies": [{"text": "x" * 100_000}]}
    project.write("script.json", json.dumps(script))
    command = ["sh", "-c", limited, "sh", *command_line("run", "x", "--json")]
    command += ["--model", "recorded/script.json"]
    ended = subprocess.run(
        command, cwd=project.folder, env=project.environment(), capture_output=True, timeout=60
    )
    finished = Finished(ended.returncode, ended.stdout, ended.stderr.decode())
    project.check_for_bugs(finished.stderr)
    assert "journal" in check_document(finished, code=1, kind="internal")
