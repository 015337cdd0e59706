"""What a command tells its user to type next can be typed as it stands, into a shell.

Each situation is brought about for real, in a folder whose name has to be quoted. Each call that is
printed is then taken apart by bash and run on a terminal, where questions are answered with yes.
"""

import json
import os
import pty
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.support.command import HANGS_AFTER_S, Project
from tests.support.repository import commit_all, git

_QUOTED = re.compile(r"`(architect [^`]+)`")
_ON_A_LINE = re.compile(r"^(?:[a-z ]+: +|  +)(architect [a-z].*?)(?:\s+# .*)?$", re.MULTILINE)
_STANDS_FOR_SOMETHING = re.compile(r"\b[A-Z]{2,}\b|\"\.\.\.\"")
_QUESTION = re.compile(rb"\[([^\]]*)\]: $")
_ID = re.compile(r"\b(?:[a-z]+-)?(?:\d{8}-\d{6}-)?[0-9a-f]{6,}(?:\.\d+)?\b")
NAMES_ONLY = {"architect run", "architect login", "architect mcp add"}
"""Commands that are told of without their arguments."""

WRITES = {"name": "write_file", "arguments": {"path": "src/b.py", "content": "b = 2\n"}}
FINDING = {"path": "src/a.py", "line": 1, "severity": "error", "title": "Wrong", "detail": "Why."}
SCRIPTS = {
    "works": [{"calls": [WRITES]}, {"text": "Done."}],
    "reads": [{"text": "Done."}],
    "finds": [{"calls": [{"name": "report_finding", "arguments": FINDING}]}, {"text": "One."}],
}
"""What the model of each name replies."""

WORKS = "--model recorded/works.json --mode yolo"
FAILS = "--check false --max-iterations 1 --model recorded/reads.json --mode yolo"
SITUATIONS = (
    "sessions",
    'run "Do it"',
    f'run "Do it" {WORKS}',
    f'run "Do it" -w "$PWD" {WORKS} --report-file /proc/report.md',
    'run "Do it" --model recorded/works.json --quiet',
    'run "Do it" --model recorded/works.json --mode confirm-all --max-steps 1',
    "review src/a.py --model recorded/finds.json",
    "fix nosuch",
    "grants revoke nosuch",
    "sessions",
    "history",
    "rollback --to-commit 0123abc",
    "skill list",
    "skill show nosuch",
    "memory remove 7",
    "mcp list",
    "mcp test nosuch",
    "report nosuch",
    "workflows nosuch",
    "compact --model recorded/reads.json",
    "pipeline run untrusted.yaml --quiet",
    f'loop "Do it" {FAILS}',
    f'parallel --task "Do it" --task "Do that" {WORKS}',
    "workflows",
    "trust --revoke",
    f'run "Do it" {WORKS}',
    "doctor --offline",
    "init --yes",
)
PIPELINE = "name: tidy\nsteps:\n  - name: one\n    prompt: Do\n    checks: ['true']\n"


@dataclass
class Shell:
    """What is typed into a shell in the project's folder; `typed` has it with ids left out."""

    project: Project
    typed: dict[str, int] = field(default_factory=dict[str, int])

    def type(self, line: str) -> tuple[int, str]:
        """The exit code of a call of `architect` on a terminal, and the screen."""
        ours, theirs = pty.openpty()
        process = self.project.start(
            *_words(line, self.project.folder)[1:],
            environment={"TERM": "dumb", "COLUMNS": "400"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        try:
            screen = _answered(ours)
            return process.wait(HANGS_AFTER_S), screen
        finally:
            os.close(ours)

    def calls_on(self, screen: str) -> list[str]:
        """The calls on `screen` that were not typed yet."""
        found = [*_QUOTED.findall(screen), *_ON_A_LINE.findall(screen)]
        spelled = [line.strip() for line in found if not _STANDS_FOR_SOMETHING.search(line)]
        new = {_ID.sub("ID", line): line for line in spelled}
        return [line for form, line in new.items() if form not in {*self.typed, *NAMES_ONLY}]


def _words(line: str, folder: Path) -> list[str]:
    """The words that bash makes of `line`."""
    script = f"printf '%s\\0' {line}"
    printed = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, check=True)
    return printed.stdout.decode().split("\0")[:-1]


def _answered(terminal: int) -> str:
    """All that is printed to `terminal`; a question has yes for an answer, or what it proposes."""
    screen = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:  # nobody has it open any more
            return screen.decode().replace("\r\n", "\n")
        screen += more
        if asked := _QUESTION.search(screen):
            os.write(terminal, b"y\n" if asked[1].lower().startswith(b"y/") else b"\n")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    project = Project(tmp_path / "the user's project", tmp_path / "home")
    project.home.mkdir()
    project.write("src/a.py", "a = 1\n")
    project.write("untrusted.yaml", PIPELINE)
    project.write(".gitignore", "*.json\n.architect/\n")
    project.write(
        ".architect.yaml", "schema_version: 1\nhooks: {session_end: [{command: 'true'}]}\n"
    )
    for name, replies in SCRIPTS.items():
        project.write(f"{name}.json", json.dumps({"schema_version": 1, "replies": replies}))
    commit_all(project.folder)
    for name in ("name", "email"):
        git(project.folder, "config", f"user.{name}", "user@example.invalid")
    return Shell(project)


def test_every_call_that_is_printed_can_be_typed(shell: Shell) -> None:
    problems: dict[str, str] = {}
    for situation in SITUATIONS:
        _, screen = shell.type(f"architect {situation}")
        calls = shell.calls_on(screen)
        while calls:
            line = calls.pop(0)
            code, answer = shell.type(line)
            shell.typed[_ID.sub("ID", line)] = code
            calls += shell.calls_on(answer)
            if code not in (0, 1):  # 1: it found something
                problems[f"{situation}: {line}"] = answer
    assert problems == {}
    verbs = {line.split()[1] for line in shell.typed}
    assert verbs >= {"diff", "undo", "resume", "fix", "history", "trust", "doctor"}
