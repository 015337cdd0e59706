"""Standard streams that are closed, full, slow, or have lost their reader."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pyte
import pytest
from tests.cli.talk import replayed
from tests.support.command import Finished, Project, command_line

pytestmark = pytest.mark.fresh_processes

RUN = ("run", "x", "--mode", "yolo", "--model", "recorded/script.json")
LONG_TEXT = "0123456789abcde\n" * 20_000


@pytest.fixture(autouse=True)
def script(project: Project) -> Path:
    """A model that writes a file and says that it is done."""
    call = {"name": "write_file", "arguments": {"path": "new.txt", "content": "new\n"}}
    replies = [{"text": "I write.", "calls": [call]}, {"text": "done"}]
    return project.write("script.json", json.dumps({"schema_version": 1, "replies": replies}))


def under_shell(project: Project, redirection: str, *flags: str) -> Finished:
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", *command_line(*RUN, *flags)]
    done = subprocess.run(
        command, cwd=project.folder, env=project.environment(), capture_output=True, timeout=60
    )
    project.check_for_bugs(done.stderr.decode())
    return Finished(done.returncode, done.stdout, done.stderr.decode())


def check_work_is_done(project: Project) -> None:
    [journal] = project.journals
    assert replayed(journal)["status"] == "success"
    assert project.read("new.txt") == "new\n"


@pytest.mark.parametrize("flags", [[], ["-v"]], ids=["plain", "-v"])
def test_closed_standard_error_costs_only_what_would_stand_there(
    project: Project, flags: list[str]
) -> None:
    finished = under_shell(project, "2>&-", "--json", *flags)
    assert (finished.code, finished.document["output"]) == (0, "done")
    check_work_is_done(project)


def test_all_three_closed_streams_do_not_keep_the_work_from_being_done(project: Project) -> None:
    assert under_shell(project, "<&- >&- 2>&-").code == 0
    check_work_is_done(project)


@pytest.mark.parametrize("flags", [[], ["-vv"], ["--events"]], ids=["plain", "-vv", "--events"])
def test_readers_that_went_away_do_not_end_the_run(project: Project, flags: list[str]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = project.start(*RUN, *flags, stdout=write_end, stderr=write_end)
    os.close(write_end)
    assert project.finish(process).code == 0
    check_work_is_done(project)


def test_a_reader_that_went_away_does_not_change_the_exit_code_of_an_error(
    project: Project,
) -> None:
    for arguments in (("run", "x", "--bad", "--json"), ("run", "x", "-a", "nobody", "--json")):
        read_end, write_end = os.pipe()
        os.close(read_end)
        process = project.start(*arguments, stdout=write_end, stderr=write_end)
        os.close(write_end)
        assert project.finish(process).code == 3


def test_a_full_disk_for_the_result_is_not_a_success(project: Project) -> None:
    finished = under_shell(project, ">/dev/full", "--json")
    assert finished.code == 1
    assert "the result cannot be written: No space left" in finished.stderr
    check_work_is_done(project)


def test_a_full_disk_for_the_log_file_costs_the_log_only(project: Project) -> None:
    finished = project.architect(*RUN, "--log-file", "/dev/full")
    assert (finished.code, finished.text) == (0, "done\n")
    assert finished.stderr.count("the log file '/dev/full' ends here: No space left") == 1
    check_work_is_done(project)


def test_a_pipe_that_does_not_block_gets_everything(project: Project, script: Path) -> None:
    script.write_bytes(json.dumps({"schema_version": 1, "replies": [{"text": LONG_TEXT}]}).encode())
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    process = project.start(*RUN, "--quiet", stdout=write_end)
    os.close(write_end)
    with open(read_end, "rb") as reader:  # noqa: PTH123 - a descriptor, not a path
        assert reader.read().decode() == LONG_TEXT
    assert project.finish(process).code == 0


def test_what_tools_and_libraries_print_stays_out_of_the_result(project: Project) -> None:
    project.write(
        "noise/sitecustomize.py",
        "import asyncio, os\n"
        "run = asyncio.run\n"
        "asyncio.run = lambda *args: (print('noise'), os.write(1, b'noise'), run(*args))[2]\n",
    )
    noise = {"PYTHONPATH": str(project.folder / "noise")}
    finished = project.architect(*RUN, "--json", environment=noise)
    assert finished.document["output"] == "done"
    assert finished.stderr.count("noise") == 2


def test_the_answer_is_shown_on_a_terminal_when_the_log_goes_elsewhere(project: Project) -> None:
    ours, theirs = pty.openpty()
    process = project.start(*RUN, stdout=theirs)
    os.close(theirs)
    finished = project.finish(process)
    shown = os.read(ours, 4096)
    os.close(ours)
    assert (finished.code, shown) == (0, b"done\r\n")


def test_the_answer_stands_once_on_a_terminal_that_shows_the_log_as_well(project: Project) -> None:
    ours, theirs = pty.openpty()
    process = project.start(*RUN, stdout=theirs, stderr=theirs)
    os.close(theirs)
    assert project.finish(process).code == 0
    shown = os.read(ours, 65536)
    os.close(ours)
    screen = pyte.Screen(80, 24)
    pyte.ByteStream(screen).feed(shown)
    lines = [line.rstrip() for line in screen.display]
    assert lines.count("done") == 1
    assert any("1 file changed" in line for line in lines)
