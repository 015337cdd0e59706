"""Everyday commands do in the sandbox what they do without one.

Each project of `projects.py` is worked on twice, in two equal homes: with the commands of
`commands/NAME.txt` one after the other, in the sandbox and without one. After each the exit codes
are compared, and what git says of the repository; at the end, whether its objects are sound.
"""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from tests.everyday.projects import NAMES, copy_home, environment, make_home, project, shell
from tests.support.sandboxes import need_sandbox
from tests.support.selection import with_usual

from architect.bootstrap.run.sandbox import open_shell
from architect.config.schema import Config
from architect.domain.shell import CommandOutcome, ShellCommand

_COMMANDS = Path(__file__).with_name("commands")
_STATE = """
git rev-parse HEAD^{tree} --symbolic-full-name HEAD
git status --porcelain
git for-each-ref --format='%(refname) %(upstream)' refs/heads refs/tags
git config --local --list
mapfile -t stashes < .git/logs/refs/stash; echo "${#stashes[@]} stashes"
echo .git/worktrees/*
find . '(' -path '*/.git/objects*' -o -path '*/.git/refs*' -o -path '*/.architect*' \
    -o -path '*/node_modules/*' -o -path '*/target/*' ')' -prune \
    -o -type d -empty -print -o ! -type d ! -path '*/.git/*' -print
"""
"""As few processes as can be: it is asked 700 times."""
_SOUND = "git fsck 2>&1 | grep -v dangling"
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


def differing(look: str, outside: Path, inside: Path, name: str) -> list[str]:
    """The lines that `look` prints in one of the homes only, or not as often as in the other."""
    one, other = (
        Counter(shell(look, project(home, name), home).stdout.splitlines())
        for home in (outside, inside)
    )
    return sorted(((one - other) + (other - one)).elements())


@pytest.mark.parametrize("name", with_usual(NAMES, usual=("c", "git")))
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
        if changed := differing(_STATE, outside, inside, name):
            differences.append(f"{line}: the repository is not the same: {changed[:8]}")
            break
    differences += differing(_SOUND, outside, inside, name)
    assert not differences, "\n".join(differences)
