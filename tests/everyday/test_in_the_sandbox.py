"""Everyday commands do in the sandbox what they do without one.

Each project of `projects.py` is worked on twice, in two equal homes: with the commands of
`commands/NAME.txt` one after the other, in the sandbox and without one. After each the exit codes
are compared, and what git says of the repository.
"""

import asyncio
from pathlib import Path

import pytest
from tests.everyday.projects import NAMES, copy_home, environment, make_home, project, shell
from tests.support.sandboxes import need_sandbox

from architect.bootstrap.run.sandbox import open_shell
from architect.config.schema import Config
from architect.domain.shell import CommandOutcome, ShellCommand

_COMMANDS = Path(__file__).with_name("commands")
_STATE = """
git rev-parse HEAD^{tree}
git symbolic-ref HEAD
git status --porcelain
git for-each-ref --format='%(refname) %(upstream)' refs/heads refs/tags
git config --local --list
git stash list | wc -l
git worktree list --porcelain | grep -c ^worktree
find . -type d -empty | grep -Ev "/[.]git/(objects|refs)|/[.]architect|/node_modules/|/target/"
git fsck 2>&1 | grep -v dangling
find . ! -type d | grep -Ev '/[.]git/|/[.]architect/|/node_modules/|/target/'
"""
_WRONG = ("Read-only file system", "Device or resource busy", "Operation not permitted")


def commands(name: str) -> list[str]:
    """One a line, but here-documents, which end with a line `END`."""
    found: list[str] = []
    inside = False
    for line in (_COMMANDS / f"{name}.txt").read_text().splitlines():
        if inside:
            found[-1] += f"\n{line}"
            inside = line != "END"
        else:
            found.append(line)
            inside = "<<'END'" in line
    return found


@pytest.mark.parametrize("name", NAMES)
def test_they_do_the_same_in_the_sandbox(tmp_path: Path, name: str) -> None:
    need_sandbox(tmp_path)
    outside = make_home(tmp_path / "outside")
    inside = copy_home(outside, tmp_path / "inside")
    root = project(inside, name)
    confined = open_shell(Config(), environment(inside), root)

    def sandboxed(line: str) -> CommandOutcome:
        command = ShellCommand(line, cwd=root, timeout_s=120)
        return asyncio.run(confined.run(command, lambda _stream, _text: None))

    differences: list[str] = []
    for line in commands(name):
        wanted, got = shell(line, project(outside, name), outside), sandboxed(line)
        said = f"{got.stdout}{got.stderr}"
        wrong = [text for text in _WRONG if text in said and text not in wanted.stderr]
        if got.exit_code != wanted.returncode or wrong:
            differences.append(
                f"{line}: {got.exit_code} instead of {wanted.returncode}: {said[-400:]}"
            )
        state = shell(_STATE, project(outside, name), outside).stdout
        now = shell(_STATE, root, inside).stdout
        if sorted(state.splitlines()) != sorted(now.splitlines()):
            changed = sorted({*state.splitlines()} ^ {*now.splitlines()})
            differences.append(f"{line}: the repository is not the same: {changed[:8]}")
            break
    assert not differences, "\n".join(differences)
