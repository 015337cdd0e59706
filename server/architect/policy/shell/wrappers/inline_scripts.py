"""Command lines in the arguments of programs that run such lines beside what they are for.

`gdb -ex 'shell ...'`, `vim '+!...'`, `make SHELL=...`, `git rebase --exec ...`: a guess that is
wrong costs little here, because only what is destroyed by a line blocks it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.programs.table import names
from architect.policy.shell.wrappers.runners import Run, base

_ESCAPE_TO_SHELL = lazy_pattern(
    r"(?:^|[=:+%\s])(?:\\?!|(?:platform )?shell\s|\.(?:shell|system)\s|(?:spawn|system)\s)\s*(.+)",
    re.DOTALL,
)
_QUOTED = lazy_pattern(
    r"(?:shell-command|system|os\.execute|call-process)\W*(['\"])(.+?)\1", re.DOTALL
)
_GIT_LINES = {
    "submodule": r"foreach",
    "bisect": r"run",
    "rebase": r"--exec|-x",
    "difftool": r"--extcmd|-x",
    "filter-branch": r"--[a-z]+-filter",
}
_SED_RUNS = lazy_pattern(r"(?:^|[\d$/;{}\s])e\s+([^\n]+)")
_SED_REPLACES = lazy_pattern(r"s/(?:[^/\\]|\\.)*/((?:[^/\\]|\\.)*)/\w*e")
_OPTION_LINES = lazy_pattern(
    r"--(?:pre|to-command|compress-program|use-compress-program|pager|run|command|exec|rsh"
    r"|checkpoint-action|info-script|new-volume-script|rsync-path|shell)|-[IPesx]"
)
_SETTINGS = lazy_pattern(r"(?:SHELL|core\.\w+|alias\.\w+|scripts\.\S+)=(.+)", re.DOTALL)
_MAX_WORDS = 200
_MAX_LINES = 8


def lines_in_inline_scripts(run: Run) -> Iterator[str]:
    """The texts among the arguments of `run` that it may run as command lines."""
    arguments = run.arguments[:_MAX_WORDS]
    if run.program in names("programs with an escape to the shell"):
        for word in arguments:
            for found in (_ESCAPE_TO_SHELL.search(word), _QUOTED.search(word)):
                if found:
                    yield found[found.re.groups]
    if run.program in names("programs that run their words"):
        yield from (word for word in arguments if " " in word)
        yield from _destructive_runs(arguments)
    if run.program in names("programs whose options name a command"):
        for option, value in pairwise(arguments):
            if _OPTION_LINES.fullmatch(option):
                yield value
    if run.program in ("make", "gmake", "npm"):
        yield from (found[1] for word in arguments if (found := _SETTINGS.match(word)))
    if run.program == "git":
        yield from _given_to_git(arguments)
    if run.program in ("sed", "gsed"):
        for script in arguments:
            yield from (found[1] for found in _SED_RUNS.finditer(script))
            yield from (found[1].replace("\\/", "/") for found in _SED_REPLACES.finditer(script))


def _given_to_git(arguments: Sequence[str]) -> Iterator[str]:
    subcommand = next((word for word in arguments if word in _GIT_LINES), None)
    given = [
        index
        for index, word in enumerate(arguments[:-1])
        if subcommand and re.fullmatch(_GIT_LINES[subcommand], word)
    ]
    for index in given[:_MAX_LINES]:
        yield " ".join(arguments[index + 1 :])
        yield arguments[index + 1]
    if subcommand:
        yield from (word[7:] for word in arguments if word.startswith("--exec="))


def _destructive_runs(arguments: Sequence[str]) -> Iterator[str]:
    """What begins at a word that names a program that destroys, whatever options stand before."""
    import shlex

    for index, word in enumerate(arguments):
        if base(word) in names("deleters") | names("other users' rights") | names("shells"):
            yield shlex.join(arguments[index:])
            return


def lines_read(program: str, text: str) -> Iterator[str]:
    """The lines of `text`, which `program` reads, that it runs as command lines."""
    if program in names("programs with an escape to the shell"):
        for line in text.split("\n"):
            if found := _ESCAPE_TO_SHELL.match(line):
                yield found[1]
    elif program in ("make", "gmake"):
        for line in text.split("\n"):
            recipe = line if line.startswith("\t") else line.partition(";")[2]
            yield recipe.strip().lstrip("@-+")
    elif program == "crontab":
        yield from (" ".join(job.split()[5:]) for job in text.split("\n"))
