"""Commands that only read, but not the project: without a sandbox a person is asked about them."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.support.hostile import Victim, attempt, by_command, by_daemon, make_victim
from tests.support.sandboxes import broken_bwrap, need_sandbox

CONTROL = attempt("run_command", command="cat a.txt")
BARE = {"ARCHITECT__COMMANDS__SANDBOX": "off"}


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    return make_victim(tmp_path)


def run(*lines: str) -> list[dict[str, object]]:
    return [attempt("run_command", command=line) for line in lines]


def reads(victim: Victim) -> list[str]:
    """Lines that are safe but for the place they read from."""
    secret = victim.outside / "secret.txt"
    (victim.project.home / "notes.txt").write_bytes(secret.read_bytes())
    return [
        f"cat {secret}",
        "cat ../outside/secret.txt",
        "cat sub/../../outside/secret.txt",
        "cat way-out/secret.txt",
        "cat way-o*/secret.txt",
        "cat ../out*/secret.txt",
        "cat file-out",
        "cd ..; cat outside/secret.txt",
        f"head -n 1 < {secret}",
        "grep -r canary ..",
        f"sort {secret} | tail -n 1",
        f"git diff --no-index a.txt {secret}",
        'tail -n 1 "$(dirname $PWD)/outside/secret.txt"',
        "cat ~/notes.txt",
        "cat $HOME/notes.txt",
        "cat /proc/self/cwd/../outside/secret.txt",
    ]


@pytest.mark.parametrize("machine", ["switched off", "not working"])
def test_without_a_sandbox_they_are_asked_about(
    machine: str, victim: Victim, tmp_path: Path
) -> None:
    bare: Mapping[str, str] = BARE if machine == "switched off" else broken_bwrap(tmp_path / "bin")
    lines = reads(victim)
    told = by_command(victim, [*run(*lines), CONTROL], environment=bare)
    assert told.leaks() == []
    assert told.denied_by() == [*["confirmation"] * len(lines), ""]
    assert told.code == 2


def test_the_daemon_asks_about_them_too(victim: Victim) -> None:
    lines = reads(victim)
    told = by_daemon(
        victim,
        [*run(*lines), CONTROL],
        argument={"prompt": "go", "wait": True},
        config={"commands": {"sandbox": "off"}},
    )
    assert told.leaks() == []
    assert told.denied_by() == [*["confirmation"] * len(lines), ""]


def test_in_the_sandbox_they_run_and_find_nothing(victim: Victim, tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    told = by_command(victim, [*run(*reads(victim)), CONTROL])
    assert told.leaks() == []
    assert set(told.denied_by()) == {""}


def test_what_is_the_same_for_everybody_is_read_unasked(victim: Victim) -> None:
    lines = (
        "cat /etc/os-release",
        "grep -rn /usr/bin .",
        "head -n 1 /proc/cpuinfo",
        "cat a.txt /dev/null",
        f"cat {victim.root}/a.txt",
        "cd sub && cat ../a.txt",
    )
    told = by_command(victim, run(*lines), environment=BARE)
    assert told.denied_by() == [""] * len(lines)


def test_the_mode_that_asks_nothing_does_not_ask_about_them_either(victim: Victim) -> None:
    reading = run("cat ../outside/secret.txt")
    told = by_command(victim, reading, flags=("--mode", "yolo"), environment=BARE)
    assert told.denied_by() == [""]
