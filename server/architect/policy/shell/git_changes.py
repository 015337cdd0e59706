"""Commands of git in a line that write the configuration of the repository at hand.

In a line of nothing but git the harmless ones may. In any other they would fail when they begin to
write, halfway: a worktree is gone by then, and git knows it still.
"""

import shlex
from collections.abc import Iterator, Sequence

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import expanded
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.git_lines import git_line
from architect.policy.shell.level import Level
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import commands
from architect.policy.shell.wrappers.runners import Run, lines_given, runs

_MAX_DEPTH = 4
_WRITING = {
    "remote": "add set-url rename remove rm set-branches",
    "worktree": "remove move",
    "submodule": "add init deinit set-url set-branch sync absorbgitdirs",
    "sparse-checkout": "init set add disable",
}
_OPTIONS = {
    "branch": "-m -M --move -u --set-upstream-to --unset-upstream --edit-description",
    "push": "-u --set-upstream",
    "pull": "--set-upstream",
}
_CONFIG_WRITES = lazy_pattern(r"--(?:unset\S*|add|replace-all|re(?:name|move)-section|edit)|-e")
_CONFIG_ELSEWHERE = lazy_pattern(r"--(?:global|system|file|blob)(?:=.*)?|-f.*")
_CONFIG_READS = lazy_pattern(r"--(?:get\S*|list|show-\S+|name-only)(?:=.*)?|-l")
_ELSEWHERE = lazy_pattern(r"-C.*|--(?:git-dir|work-tree)(?:=.*)?")


def first_git_change(line: str) -> str | None:
    """The first such command in `line`; None if there is none, or if it may be of another one."""
    found = list(_in_line(line, Level()))
    if "cd" in found or not found:
        return None
    return found[0]


def may_alone(command: str) -> bool:
    """Whether `command` may do so in a line of its own."""
    known = git_line(command)
    return known is not None and known.configures


def writes_settings(arguments: Sequence[str]) -> bool:
    """Whether git with `arguments` writes the configuration of its repository."""
    if any(map(_ELSEWHERE.fullmatch, arguments)):
        return False
    words = [word for word in _behind_settings(arguments) if not word.startswith("-")]
    match words:
        case ["config", *rest]:
            return _config_writes(rest, arguments)
        case [subcommand, *rest]:
            options = _OPTIONS.get(subcommand, "").split()
            by_option = any(word.partition("=")[0] in options for word in arguments)
            return by_option or not set(rest[:1]).isdisjoint(_WRITING.get(subcommand, "").split())
        case _:
            return False


def _config_writes(words: Sequence[str], arguments: Sequence[str]) -> bool:
    if any(map(_CONFIG_ELSEWHERE.fullmatch, arguments)):
        return False
    if any(map(_CONFIG_READS.fullmatch, arguments)) or words[:1] in (["get"], ["list"]):
        return False
    return len(words) > 1 or any(map(_CONFIG_WRITES.fullmatch, arguments))


def _behind_settings(arguments: Sequence[str]) -> Sequence[str]:
    """`arguments` without the `-c KEY=VALUE` before the subcommand."""
    index = 0
    while index < len(arguments) and arguments[index] == "-c":
        index += 2
    return arguments[index:]


def _in_line(line: str, level: Level) -> Iterator[str]:
    """Each such command, and `cd` for what goes to another folder."""
    if level.depth > _MAX_DEPTH or not level.affords_parsing(line):
        return
    for command in commands(parse(line)):
        for run in runs([expanded(word, Known({})) for word in command.words]):
            if run.program in ("cd", "pushd"):
                yield "cd"
            if run.program == "git" and writes_settings(run.arguments):
                yield _shown(run)
            for inner in lines_given(run):
                yield from _in_line(inner, level.deeper())


def _shown(run: Run) -> str:
    return shlex.join((run.program, *(word.replace(HOLE, "...") for word in run.arguments)))
