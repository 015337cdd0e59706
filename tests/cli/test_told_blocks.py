"""The command blocks of the documentation end well, in a project made for them."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support.command import Finished, Project
from tests.support.repository import git
from tests.support.told_blocks import NOT_HERE, Block, blocks, why_not
from tests.support.told_project import told_project

BLOCKS = list(blocks())
RUN_HERE = [block for block in BLOCKS if not all(map(why_not, block.commands))]
ASKS = ("run", "resume", "fix")
"""Commands that would ask a person, who is not here: they are given a mode."""


@dataclass(frozen=True)
class Told:
    """The project, and the names of what is in it by those that stand for them on the pages."""

    project: Project
    names: Mapping[str, str]

    def words(self, command: str) -> list[str]:
        """The arguments of `architect`, with what is there for what stands for it, and answers."""
        for told, here in self.names.items():
            command = command.replace(told, here)
        words = shlex.split(command)[1:]
        if words[0] in ASKS and not {"--mode", "--agent"} & set(words):
            words += ["--mode", "yolo"]
        if words[0] in ("init", "completion") and "--dry-run" not in words:
            words.append("--yes")
        if "--model" in words and not words[words.index("--model") + 1].startswith("recorded/"):
            words += ["--model", "recorded/works.json"]
        return words

    def run(self, command: str) -> Finished:
        """A line of a block; what stands before a `|` is given to it."""
        before, _, last = command.rpartition(" | ")
        words = self.words(last)
        only_reads = words[0] == "review" or {"--agent", "--plan-first"} & set(words)
        name = "reads" if only_reads else "works"
        variables = {"ARCHITECT_MODEL": f"recorded/{name}.json", "SHELL": "/bin/bash"}
        given = git(self.project.folder, *shlex.split(before)[1:]).encode() if before else None
        return self.project.architect(*words, environment=variables, stdin=given)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Told, Path]:
    """What the pages tell of, and a copy of its folders."""
    folder = tmp_path_factory.mktemp("told")
    project = Project(folder / "here/project", folder / "here/home")
    told = Told(project, told_project(project))
    shutil.copytree(folder / "here", folder / "copy", symlinks=True)
    return told, folder / "copy"


@pytest.fixture
def told(untouched: tuple[Told, Path]) -> Told:
    """The same in the same place, as if no other block had been run there."""
    here = untouched[0].project.home.parent
    shutil.rmtree(here)
    shutil.copytree(untouched[1], here, symlinks=True)
    return untouched[0]


@pytest.mark.parametrize("block", RUN_HERE, ids=lambda block: f"{block.page}: {block.commands[0]}")
def test_the_commands_of_a_block_can_be_run(block: Block, told: Told) -> None:
    for command in block.commands:
        if not why_not(command):
            finished = told.run(command)
            assert finished.code == 0, f"{command}\n{finished.text}{finished.stderr}"


def test_every_block_is_understood_by_a_shell() -> None:
    for block in BLOCKS:
        checked = subprocess.run(["bash", "-n"], input=block.text.encode(), capture_output=True)
        assert checked.returncode == 0, f"{block.page}: {checked.stderr.decode()}"


def test_most_commands_of_ours_are_run_and_every_reason_not_to_is_needed() -> None:
    commands = [command for block in BLOCKS for command in block.commands]
    ours = [command for command in commands if "architect" in command.split()]
    assert len([command for command in ours if not why_not(command)]) > 40
    assert [
        begin for begin in NOT_HERE if not any(re.match(begin, each) for each in commands)
    ] == []
