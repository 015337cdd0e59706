"""A forked process is like a fresh one in all that it and its children can see."""

import contextlib
import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import Project
from tests.support.forked import ARCHITECT, ForkedProcess, fresh_processes, started

PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER = 36, 37

LANGUAGE = {"LANG": "C.UTF-8"}
"""As for a `Project`: another language would need another fork server."""

LOOK = r"""
grep -E '^(Sig(Ign|Cgt)|NoNewPrivs|Seccomp:|Umask)' /proc/$PPID/status
grep SigBlk /proc/self/status
cat /proc/$PPID/limits
readlink /proc/$PPID/cwd
for one in /proc/$PPID/fd/*; do echo ${one##*/} $(readlink $one | sed 's/[0-9a-f]//g'); done
set -- $(cut -d' ' -f4,5,6 /proc/$PPID/stat)
test $1 = $OUR_PID && echo a child of ours
test $2 = $PPID && echo a group of its own
test $3 = $PPID && echo a session of its own
cut -d' ' -f19 /proc/$PPID/stat
env | grep -v ^ARCHITECT_CALL= | sort
"""
"""Told by a command that `architect` runs."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path / "project", tmp_path / "home")
    project.home.mkdir()
    call = {"name": "run_command", "arguments": {"command": LOOK}}
    replies = [{"calls": [call]}, {"text": "looked"}]
    project.write("script.json", json.dumps({"schema_version": 1, "replies": replies}))
    project.write(".architect.yaml", "commands: {sandbox: off}\n")
    return project


def looked(project: Project) -> str:
    """What a run saw of itself."""
    finished = project.architect(
        *("run", "look", "--mode", "yolo", "--trust-project", "--model", "recorded/script.json"),
        environment={"OUR_PID": str(os.getpid()), "ODD": "\udcff"},
    )
    assert finished.code == 0, finished.stderr
    events = [json.loads(line)["event"] for line in project.journals[-1].read_bytes().splitlines()]
    (result,) = [event for event in events if event["type"] == "tool.finished"]
    return result["text"]


def test_a_run_sees_the_same_of_itself(project: Project) -> None:
    with fresh_processes():
        fresh = looked(project)
    forked = looked(project)
    assert "a child of ours" in fresh
    assert forked.splitlines() == fresh.splitlines()


@pytest.mark.parametrize("kind", [contextlib.nullcontext, fresh_processes])
def test_it_is_a_child_that_can_be_waited_for_and_signalled(kind: type, tmp_path: Path) -> None:
    (tmp_path / "wait.py").write_bytes(b"import time\nprint('here', flush=True)\ntime.sleep(60)\n")
    command = (sys.executable, str(tmp_path / "wait.py"))
    with kind():
        process = started(command, environment=os.environ, cwd=tmp_path, stdout=subprocess.PIPE)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        assert process.poll() is None
        process.terminate()
        assert process.wait() == -15


@pytest.mark.parametrize(
    ("text", "code", "output"),
    [
        ("print(1)", 0, b"1\n"),
        ("print(1)\nraise SystemExit", 0, b"1\n"),
        ("raise SystemExit(7)", 7, b""),
        ("1 / 0", 1, b""),
        ("import sys\nprint(sys.argv[1:], __name__, sys.stdin.read())", 0, b"['a'] __main__ in\n"),
        (
            "import sys\nprint([(s.name, s.encoding, s.errors, s.newlines) for s in"
            " (sys.stdin, sys.stdout, sys.stderr)])",
            0,
            None,
        ),
        ("import sys\nsys.stdout.buffer.write(b'\\xff'); print('\\udcfe')", 0, b"\xff\xfe\n"),
        ("import os\nprint(os.getcwd(), os.environ.get('ONE'), 'PATH' in os.environ)", 0, None),
        ("import sys\nprint(sys.path[0], sys.stdout.line_buffering, sys.flags)", 0, None),
    ],
)
def test_a_script_ends_as_it_would_alone(
    text: str, code: int, output: bytes | None, tmp_path: Path
) -> None:
    (tmp_path / "script.py").write_bytes(text.encode())
    outputs: list[bytes] = []
    for kind in (fresh_processes, contextlib.nullcontext):
        with (
            kind(),
            started(
                (sys.executable, str(tmp_path / "script.py"), "a"),
                environment={"ONE": "1", **LANGUAGE},
                cwd=tmp_path,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            ) as process,
        ):
            outputs.append(process.communicate(b"in", timeout=60)[0])
            assert process.returncode == code
    assert outputs[0] == outputs[1]
    assert output is None or outputs[1] == output


def test_mcp_sdk_and_litellm_have_still_to_be_imported_as_in_every_new_process(
    tmp_path: Path,
) -> None:
    text = (
        "import sys\nfrom architect.adapters.mcp.importing import is_mcp_imported\n"
        "print(is_mcp_imported(), 'litellm' in sys.modules)"
    )
    (tmp_path / "script.py").write_text(text)
    command = (sys.executable, str(tmp_path / "script.py"))
    with started(command, environment=LANGUAGE, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert isinstance(process, ForkedProcess)
        assert process.communicate()[0] == b"False False\n"


def test_only_what_the_server_can_run_is_forked(tmp_path: Path) -> None:
    def kind(*command: str, **environment: str) -> type:
        with started(
            command,
            environment={"PATH": os.environ["PATH"], **LANGUAGE, **environment},
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
        ) as process:
            process.wait()
        return type(process)

    assert kind(*ARCHITECT, "--version") is ForkedProcess
    assert kind(*ARCHITECT, "--version", PYTHONPATH="/nowhere") is subprocess.Popen
    assert kind(sys.executable, "-I", *ARCHITECT[1:], "--version") is subprocess.Popen
    assert kind("true") is subprocess.Popen
    with fresh_processes():
        assert kind(*ARCHITECT, "--version") is subprocess.Popen


@pytest.mark.parametrize("adopts", [0, 1])
def test_who_adopts_orphans_is_afterwards_as_it_was(project: Project, adopts: int) -> None:
    prctl, before, after = ctypes.CDLL(None).prctl, ctypes.c_int(), ctypes.c_int()
    prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(before), 0, 0, 0)
    prctl(PR_SET_CHILD_SUBREAPER, adopts, 0, 0, 0)
    try:
        run = started([*ARCHITECT, "--version"], environment=os.environ, cwd=project.home)
        assert isinstance(run, ForkedProcess)
        assert run.wait(timeout=60) == 0
        prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(after), 0, 0, 0)
    finally:
        prctl(PR_SET_CHILD_SUBREAPER, before.value, 0, 0, 0)
    assert after.value == adopts
