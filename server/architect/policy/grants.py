"""Which grants cover a call, and which could be given for it.

Allowing is narrow, denying wide: what allows must cover every simple command of a line as it is
written, and what denies is looked for in everything the line may run, behind every wrapper.
"""

import shlex
from collections.abc import Iterable, Sequence

from architect.domain.grants import Grant, GrantKind
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.verdict import CommandClass, worst


@frozen
class GrantedCall:
    """A call as grants see it: its tool, its own words, the command line if it runs one.

    `is_versioned` says that the words are those of the tool as it is now, and of every call of it.
    """

    tool: str
    words: str
    line: str | None = None
    is_versioned: bool = False


_CHANGE_THE_SHELL = lazy_pattern(
    r"cd|pushd|popd|set|shopt|export|unset|(un)?alias|hash|read|umask|ulimit|exec|eval|source|\."
    r"|trap|local|readonly|declare|typeset|enable|builtin|command"
)
"""Harmless alone, but what stands behind them in a chain is another command than it looks."""


def allowing(
    grants: Iterable[Grant], call: GrantedCall, *, asks_about_safe: bool = False
) -> tuple[Grant, ...]:
    """The grants that together allow `call`; none if it is not allowed.

    `asks_about_safe` says that a part of a chain needs a grant even if it only reads.
    """
    given = [grant for grant in grants if grant.allows and grant.tool == call.tool]
    for grant in given:
        if grant.kind is GrantKind.EXACT and grant.text == call.words:
            return (grant,)
        if grant.kind is GrantKind.TOOL and call.line is None and not call.is_versioned:
            return (grant,)
    prefixes = [grant for grant in given if grant.kind is GrantKind.PREFIX]
    return _by_prefixes(prefixes, call, asks_about_safe) if prefixes else ()


def _by_prefixes(
    prefixes: Sequence[Grant], call: GrantedCall, asks_about_safe: bool
) -> tuple[Grant, ...]:
    used: dict[Grant, None] = {}
    for part in _parts(call):
        grant = next((grant for grant in prefixes if _covers(grant, part)), None)
        if grant is not None:
            used[grant] = None
        elif asks_about_safe or not _is_safe(part):
            return ()
    return tuple(used)


def _parts(call: GrantedCall) -> tuple[tuple[str, ...], ...]:
    """The simple commands of `call`; none if it is more than them, or has variables or a folder."""
    from architect.policy.shell.classify.simple_commands import simple_commands  # loads the grammar

    if call.line is None or call.line != call.words:
        return ()
    return simple_commands(call.line) or ()


def _covers(grant: Grant, part: Sequence[str]) -> bool:
    """Whether `part` begins with the words of `grant` and is no more dangerous than its class."""
    prefix = grant.text.split()
    if not prefix or list(part[: len(prefix)]) != prefix:
        return False
    most = CommandClass(grant.command_class or CommandClass.SAFE)
    return worst(most, _class_of(part)) is most


def _is_safe(part: Sequence[str]) -> bool:
    changes = _CHANGE_THE_SHELL.fullmatch(part[0]) is not None
    return not changes and _class_of(part) is CommandClass.SAFE


def _class_of(part: Sequence[str]) -> CommandClass:
    from architect.policy.shell.judge import judge_command

    return judge_command(shlex.join(part), workspace=None, home=None).command_class


def denying(grants: Iterable[Grant], call: GrantedCall) -> Grant | None:
    """The grant that denies `call`; deny wins over allow."""
    denials = [grant for grant in grants if not grant.allows and grant.tool == call.tool]
    for grant in denials:
        match grant.kind:
            case GrantKind.TOOL:
                return grant
            case GrantKind.EXACT if grant.text == call.words:
                return grant
            case GrantKind.PREFIX if call.line is not None and _runs(grant, call.line):
                return grant
            case _:
                continue
    return None


def _runs(grant: Grant, line: str) -> bool:
    """Whether `line` may run the program of `grant` with its other words, in this order."""
    from architect.policy.shell.expansion.known import HOLE
    from architect.policy.shell.wrappers.all_commands import all_commands

    program, *others = grant.text.split()
    for run in all_commands(line):
        if run.program == program.rsplit("/", 1)[-1] or HOLE in run.program:
            rest = iter(run.arguments)
            if all(any(other == word or HOLE in word for word in rest) for other in others):
                return True
    return False


def offered(call: GrantedCall) -> tuple[Grant, ...]:
    """The grants that could be kept for `call`, the narrowest first."""
    exact = Grant(kind=GrantKind.EXACT, tool=call.tool, text=call.words)
    if call.line is None:
        if call.is_versioned:
            return (exact,)
        every = Grant(kind=GrantKind.TOOL, tool=call.tool)
        return (every,) if call.words == call.tool else (exact, every)
    return (exact, *_prefix_offered(call))


def _prefix_offered(call: GrantedCall) -> tuple[Grant, ...]:
    """The prefix that all parts of `call` share which are asked about, if there is one."""
    parts = [part for part in _parts(call) if not _is_safe(part)]
    prefixes = {prefix_of(part) for part in parts}
    prefix = prefixes.pop() if len(prefixes) == 1 else ()
    if not prefix:
        return ()
    most = worst(*map(_class_of, parts))
    text = " ".join(prefix)
    grant = Grant(kind=GrantKind.PREFIX, tool=call.tool, text=text, command_class=most)
    return (grant,) if all(_covers(grant, part) for part in parts) else ()


_PLAIN = lazy_pattern(r"[A-Za-z][A-Za-z0-9:_-]*")
_TASK_RUNNER = lazy_pattern(r"[gb]?make|just|task|go-task|mage|invoke|inv|doit|rake")
_RUN_A_SCRIPT = frozenset({("npm", "run"), ("pnpm", "run"), ("yarn", "run"), ("bun", "run")})
_PYTHON = lazy_pattern(r"python(?:\d(?:\.\d+)?)?")
_GIT = frozenset({"add", "commit"})
"""The dangerous subcommands that no option turns into one that runs something else."""


def prefix_of(part: Sequence[str]) -> tuple[str, ...]:
    """The words at the start of a simple command that say what it does; empty if they cannot.

    That is so for tools that run the project's own code: `pytest`, `npm test`, `make lint`,
    `python -m pytest`, `uv run mypy`. Of what is more dangerous only `git add` and `git commit`:
    the arguments of all else decide what is done.
    """
    if tuple(part[:1]) == ("git",) and part[1:2] and part[1] in _GIT:
        return tuple(part[:2])
    if _class_of(part) is CommandClass.DANGEROUS:
        return ()
    return _prefix(part)


def _prefix(part: Sequence[str]) -> tuple[str, ...]:
    from architect.policy.shell.programs.table import load_table, names

    table = load_table()
    if tuple(part[:2]) in table.wrappers:
        inner = _prefix(part[2:]) if len(part) > 2 else ()
        return (*part[:2], *inner) if inner else ()
    if not part or (part[0],) in table.wrappers or not all(map(_PLAIN.fullmatch, part[:1])):
        return ()
    if _PYTHON.fullmatch(part[0]):
        names_module = len(part) > 2 and part[1] == "-m" and _PLAIN.fullmatch(part[2])
        return tuple(part[:3]) if names_module else ()
    if part[0] in names("shells") | names("interpreters"):
        return ()
    length = 1
    has_subcommands = any(rule.subcommands for rule in table.rules.get(part[0], ()))
    if has_subcommands or _TASK_RUNNER.fullmatch(part[0]):
        length = 3 if tuple(part[:2]) in _RUN_A_SCRIPT else 2
    words = tuple(part[:length])
    return words if len(words) == length and all(map(_PLAIN.fullmatch, words)) else ()
