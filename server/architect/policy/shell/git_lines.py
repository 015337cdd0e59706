"""Command lines of nothing but git, whose effects on a repository are known before they begin.

In such a line no program of the workspace runs beside git, so git may be trusted with its own
configuration and with folders that other programs read: what it writes there is what was said.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.policy.git_line import GitLine
from architect.policy.git_settings import is_harmless_setting
from architect.policy.shell.classify.simple_commands import plain_words
from architect.policy.shell.programs.program_class import judge_program
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import Block, Script, plain_word
from architect.policy.shell.syntax.source_checks import line_oddities
from architect.policy.shell.verdict import CommandClass

_PLAIN = (
    "add am apply bisect branch checkout cherry-pick clean commit config fetch init merge mv "
    "notes pull push rebase remote reset restore revert rm stash switch tag worktree"
)
_MOVES = "am apply checkout cherry-pick merge pull rebase reset restore revert stash switch"
_RUNS_HOOKS = "am checkout cherry-pick commit merge pull push rebase revert"
_RUNS_PROGRAMS = (
    "--exec", "--upload-pack", "--receive-pack", "--ext-diff", "--config", "--template",
    "--separate-git-dir", "--exec-path", "--git-dir", "--work-tree", "--edit-description",
    "--file", "--global", "--system", "--blob",
)  # fmt: skip
"""Options that name programs, or files elsewhere; git takes what they begin with as well."""

_STRATEGIES = frozenset({"ours", "theirs", "recursive", "ort", "octopus", "subtree", "resolve"})
_QUIET_OPTIONS = frozenset({"--no-pager", "-P", "--no-optional-locks"})


def git_line(line: str) -> GitLine | None:
    """What `line` does; None if it is more than git and programs that only read."""
    if "git" not in line:
        return None
    found: list[GitLine] = []
    for words in _commands(line):
        one = _git(words[1:]) if words[:1] == ("git",) else _other(words)
        if one is None:
            return None
        found.append(one)
    if not any(one is not _READS for one in found):
        return None
    return GitLine(
        configures=any(one.configures for one in found),
        runs_hooks=any(one.runs_hooks for one in found),
        removes=any(one.removes for one in found),
        removes_ignored=any(one.removes_ignored for one in found) and "add" not in line.split(),
        moves=any(one.moves for one in found),
        tracks=any(one.tracks for one in found),
        operands=tuple(dict.fromkeys(word for one in found for word in one.operands)),
    )


_READS = GitLine()


def _commands(line: str) -> Iterator[tuple[str, ...]]:
    """The words of each simple command; one without words for whatever else is in `line`."""
    if next(iter(line_oddities(line)), None) is not None:
        yield ()
    else:
        yield from _in_script(parse(line))


def _in_script(script: Script) -> Iterator[tuple[str, ...]]:
    if script.oddities or any(pipeline.background for pipeline in script.pipelines):
        yield ()
    for pipeline in script.pipelines:
        for stage in pipeline.stages:
            if isinstance(stage, Block) and stage == Block(stage.script):  # a group, and no more
                yield from _in_script(stage.script)
                continue
            words = tuple(plain_words(stage))
            if (inner := _line_of_shell(words)) is None:
                yield words
            else:
                yield from _commands(inner)


def _line_of_shell(words: Sequence[str]) -> str | None:
    """The line in `sh -c LINE`, if `words` are that and no more."""
    if len(words) != 3 or words[0] not in ("sh", "bash", "dash"):
        return None
    return words[2] if re.fullmatch(r"-[eux]*c", words[1]) else None


def _other(words: Sequence[str]) -> GitLine | None:
    return _READS if words and (words[0] == "cd" or _only_reads(words)) else None


def _only_reads(words: Sequence[str]) -> bool:
    finding = judge_program([plain_word(word) for word in words])
    return finding.command_class is CommandClass.SAFE


def _git(words: Sequence[str]) -> GitLine | None:
    """What git does with `words`; None if that is not known."""
    rest = _after_options(words)
    if not rest:
        return None
    subcommand, *arguments = rest
    if _only_reads(("git", *rest)):
        return _READS
    if subcommand not in _PLAIN.split() or not all(map(_is_plain, arguments)):
        return None
    if not _is_strategy_known(arguments):
        return None
    operands = tuple(word for word in arguments if not word.startswith("-"))
    configures = _configures(subcommand, arguments, operands)
    if configures is None or (subcommand == "rebase" and "-x" in arguments):
        return None
    if subcommand == "bisect" and "run" in operands:
        return None
    removes, ignored = _removes(subcommand, arguments, operands)
    return GitLine(
        configures=configures,
        runs_hooks=subcommand in _RUNS_HOOKS.split() or subcommand in ("switch", "worktree"),
        removes=removes,
        removes_ignored=ignored,
        moves=subcommand in _MOVES.split(),
        tracks=subcommand in ("checkout", "switch") and _tracks(arguments, operands),
        operands=operands if subcommand in _MOVES.split() else (),
    )


def _after_options(words: Sequence[str]) -> Sequence[str]:
    """The subcommand and what follows; nothing if an option before it is not plain."""
    index = 0
    while index < len(words) and words[index].startswith("-"):
        option = words[index]
        value = words[index + 1] if index + 1 < len(words) else ""
        key, _, setting = value.partition("=")
        is_setting = option == "-c" and is_harmless_setting(key, setting)
        if is_setting or (option == "-C" and not value.startswith(("/", "-", "..", "~"))):
            index += 2
        elif option in _QUIET_OPTIONS:
            index += 1
        else:
            return ()
    return words[index:]


def _is_plain(word: str) -> bool:
    """Whether a word is no option that names programs, however it is shortened."""
    name = word.partition("=")[0]
    is_long = name.startswith("--") and name != "--"
    return not is_long or not any(option.startswith(name) for option in _RUNS_PROGRAMS)


def _is_strategy_known(arguments: Sequence[str]) -> bool:
    named = [b for a, b in pairwise(arguments) if a in ("-s", "--strategy")]
    named += [word.partition("=")[2] for word in arguments if word.startswith("--strategy=")]
    return _STRATEGIES.issuperset(named) or "commit" in arguments[:1]


def _configures(subcommand: str, arguments: Sequence[str], operands: Sequence[str]) -> bool | None:
    """Whether the command may write settings; None if they may be such as no command writes."""
    match subcommand:
        case "config":
            return _is_harmless_config(arguments, operands) or None
        case "remote":
            if operands[:1] == ("set-url",) or any(re.match(r"\w+::", one) for one in operands):
                return None
            return True
        case "branch" | "switch" | "init" | "worktree":
            return True
        case "checkout":
            return "--" not in arguments
        case "push" | "pull":
            return any(word in ("-u", "--set-upstream") for word in arguments)
        case _:
            return False


def _tracks(arguments: Sequence[str], operands: Sequence[str]) -> bool:
    makes = not {"-b", "-B", "-c", "-C"}.isdisjoint(arguments) and len(operands) > 1
    return makes or any(word in ("-t", "--track") for word in arguments)


def _is_harmless_config(arguments: Sequence[str], operands: Sequence[str]) -> bool:
    """Whether `git config` is told one setting, harmless, of this repository."""
    if any(word in ("-f", "-e") for word in arguments):
        return False
    words = [*operands]
    if words[:1] in (["set"], ["unset"]):  # git 2.46 and later
        words = words[1:]
    sections = [a for a in arguments if a in ("--rename-section", "--remove-section")]
    if sections:
        return all(re.fullmatch(r"(?:branch|remote|user)(?:\..+)?", word) for word in words)
    return bool(words) and is_harmless_setting(words[0], words[1] if len(words) > 1 else "")


def _removes(
    subcommand: str, arguments: Sequence[str], operands: Sequence[str]
) -> tuple[bool, bool]:
    """Whether files go that git does not know, and those that it ignores."""
    short = "".join(a[1:] for a in arguments if re.fullmatch(r"-[a-zA-Z]+", a))
    if subcommand == "clean":
        return True, "x" in short.lower()
    if subcommand != "stash" or operands[:1] not in ((), ("push",), ("save",)):
        return False, False
    ignored = "--all" in arguments or "a" in short
    return ignored or "--include-untracked" in arguments or "u" in short, ignored
