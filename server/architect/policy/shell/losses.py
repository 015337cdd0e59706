"""What a line deletes or discards, where all of that is written out in it.

Whoever knows the files can say then whether undo brings them back. So here a wrong guess costs
work that is lost: a line that is not written out, has lines inside it or programs that change what
words mean is not looked at, and of what is, more may be named than is really lost.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from architect.domain.losses import NO_LOSSES, Found, Losses
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.git_discards import IsThere
from architect.policy.shell.git_losses import is_harmless_git, lost_by_git
from architect.policy.shell.place import Place
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import Block, stages
from architect.policy.shell.wrappers.runners import Run, runs
from architect.policy.shell.written_out import Written, written_out

_MOVERS = frozenset({"mv", "gmv", "rename", "rsync", "ln", "mount", "install"})
"""Programs that may first bring there what nobody could bring back."""

_CHANGE_THE_SHELL = frozenset(
    {"export", "declare", "typeset", "local", "readonly", "unset", "read", "mapfile", "readarray"}
    | {"shopt", "alias", "unalias", "source", ".", "eval", "exec", "builtin", "enable", "hash"}
    | {"trap", "let", "getopts", "wait"}
)
"""Commands behind which another program, another folder or other words may be meant."""

_MAY_STAND_BEFORE = frozenset({"npx", "bunx", "command", "time", "nohup"})
_DELETERS = frozenset({"rm", "unlink", "rimraf", "truncate"})
_TOLD = _DELETERS | {"find", "git"}


def losses_of(line: str, found: Sequence[Run], place: Place, is_there: IsThere) -> Losses | None:
    """What `line`, which runs all that was `found`, takes away at most; None if nobody can say."""
    commands = written_out(line, place)
    if commands is None or any(map(_may_move, _before_last_told(found, line))):
        return None
    told = NO_LOSSES
    adds = False
    explained: Counter[Run] = Counter()
    for command in commands:
        run = _run_of(command)
        if run is None or run.program in _CHANGE_THE_SHELL or _sets_variable(run):
            return None
        explained.update(map(_comparable, _told_runs(run)))
        for here in command.places:
            losses = _lost(command, run, here, is_there)
            if losses is None:
                return None
            if adds and losses.changed and _untracks(run):
                losses = replace(losses, untracked=True)
            told |= losses
        adds = adds or (run.program == "git" and run.arguments[:1] == ("add",))
    seen = Counter(_comparable(run) for run in found if is_told(run))
    return told if seen <= explained else None


def _before_last_told(found: Sequence[Run], line: str) -> Sequence[Run]:
    """What runs before something is taken away for the last time: what comes then takes nothing."""
    if any(isinstance(stage, Block) and stage.repeats for stage in stages(parse(line))):
        return found
    last = max((at for at, run in enumerate(found) if is_told(run)), default=-1)
    return found[: last + 1]


def is_told(run: Run) -> bool:
    """Whether the losses of a line say what `run` takes away."""
    return run.program in _TOLD


def _told_runs(run: Run) -> Iterator[Run]:
    """`run`, if it is told, and what it executes."""
    if not is_told(run):
        return
    yield run
    if run.program == "find" and (at := _action(run.arguments)) is not None:
        program, *words = run.arguments[at + 1 :] or ("",)
        if run.arguments[at] in _EXECUTES and program in _TOLD:
            yield Run(program, tuple(word for word in words if word not in (";", "+")))


_PATTERN = dict.fromkeys(map(ord, "*?[]{}~"), HOLE)


def _comparable(run: Run) -> Run:
    """`run` without what is written in two ways, as quoted patterns are."""
    return replace(run, arguments=tuple(word.translate(_PATTERN) for word in run.arguments))


def _may_move(run: Run) -> bool:
    by_git = run.program == "git" and not is_harmless_git(run.arguments)
    return by_git or run.program in _MOVERS


def _untracks(run: Run) -> bool:
    """Whether git deletes what was added, although no commit ever had it."""
    return run.program == "git" and run.arguments[:1] in (("reset",), ("rm",))


def _sets_variable(run: Run) -> bool:
    return run.program == "printf" and any(word.startswith("-v") for word in run.arguments)


def _run_of(command: Written) -> Run | None:
    """What a command runs; None if something stands before it that may change what it does."""
    chain = list(runs(command.words))
    return chain[-1] if chain and _is_plain(command.words, chain) else None


def _is_plain(words: Sequence[str], chain: Sequence[Run]) -> bool:
    """Whether the last of `chain` runs with just its words, if that matters."""
    if len(chain) == 1 or chain[-1].program not in _TOLD:
        return True
    before = len(words) - len(chain[-1].arguments) - 1
    if chain[0].program == "xargs":
        return len(chain) == 2 and all(_XARGS.fullmatch(word) for word in words[1:before])
    return before == 1 and chain[0].program in _MAY_STAND_BEFORE


def _lost(command: Written, run: Run, place: Place, is_there: IsThere) -> Losses | None:
    if run.fed:
        return _fed(command, run, place)
    if run.program in _DELETERS:
        return _deleted(run.arguments, place)
    if run.program == "find":
        return _found(run.arguments, place)
    if run.program == "git":
        return lost_by_git(run.arguments, place, is_there)
    return NO_LOSSES


def _deleted(arguments: Sequence[str], place: Place) -> Losses | None:
    paths = _plain_paths(_operands(arguments), place)
    if paths is None:
        return None
    return Losses(at=tuple(path for path in paths if not place.is_scratch(path)))


def _plain_paths(words: Sequence[str], place: Place) -> tuple[str, ...] | None:
    """`words` as absolute paths; None if a link may decide where one leads, or a folder is lost."""
    paths = [None if ".." in word.split("/") else place.absolute(word) for word in words]
    known = tuple(path for path in paths if path is not None)
    return known if len(known) == len(paths) else None


def _operands(arguments: Sequence[str]) -> list[str]:
    """The words that are no options."""
    if "--" in arguments:
        return list(arguments[arguments.index("--") + 1 :])
    return [word for word in arguments if not word.startswith("-")]


_EXECUTES = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
_ACTS = _EXECUTES | {"-delete"}
_JOINS = frozenset({"-o", "-or", "!", "-not", "(", ")", ","})
_WRITES = frozenset({"-fprint", "-fprint0", "-fls", "-fprintf", "-ls", "-printf"})
_LEADS_AWAY = frozenset({"-L", "-H", "-follow", "-files0-from"}) | _WRITES


def _found(arguments: Sequence[str], place: Place) -> Losses | None:
    """What `find` deletes: what one name fits, or everything below where it starts."""
    action = _action(arguments)
    if action is None:
        return NO_LOSSES
    if not _only_deletes(arguments[action:]):
        return None
    tests = list(arguments[:action])
    if not _LEADS_AWAY.isdisjoint(tests) or any(word.startswith(("-O", "-D")) for word in tests):
        return None
    below = _plain_paths(_starts(tests) or ["."], place)
    if below is None:
        return None
    if "-name" not in tests[:-1] or not _JOINS.isdisjoint(tests):
        return Losses(at=below)
    name = tests[tests.index("-name") + 1]
    return Losses(found=tuple(Found(folder, name) for folder in below))


def _action(arguments: Sequence[str]) -> int | None:
    """Where the first action stands that may change something."""
    return next((index for index, word in enumerate(arguments) if word in _ACTS), None)


_XARGS = lazy_pattern(r"-0|--null|-r|--no-run-if-empty|-0r|-r0")
_ENDED_BY_NUL = frozenset({"-0", "--null", "-0r", "-r0"})


def _fed(command: Written, run: Run, place: Place) -> Losses | None:
    """What is deleted by the program that xargs runs with all that `find` has found."""
    if not is_told(run):
        return NO_LOSSES
    program, *tests = command.reads or ("",)
    prints = "-print0" if _ENDED_BY_NUL & set(command.words) else "-print"
    if run.program != "rm" or program != "find" or not set(tests).isdisjoint(_ACTS | _WRITES):
        return None
    if tests[-1:] == [prints]:
        tests.pop()
    elif prints == "-print0":
        return None
    told = _found([*tests, "-delete"], place)
    own = _deleted(run.arguments, place)
    if told is None or own is None or told.at or {"-print", "-print0"} & set(tests):
        return None
    split = prints == "-print"
    return replace(told, found=tuple(replace(one, split=split) for one in told.found)) | own


def _only_deletes(action: Sequence[str]) -> bool:
    """Whether `-delete`, or `-exec` with a program that deletes what was found, is all there is."""
    if action[0] == "-delete":
        return set(action[1:]) <= {"-print"}
    program, *words = action[1:] or ("",)
    tail = [word for word in words if not word.startswith("-")]
    return program in ("rm", "unlink") and tail in (["{}", "+"], ["{}", ";"])


def _starts(tests: Sequence[str]) -> list[str]:
    """The folders that `find` starts in: what stands before its first test."""
    starts: list[str] = []
    for word in tests:
        if word == "-P":
            continue
        if word.startswith(("-", "(", "!")):
            break
        starts.append(word)
    return starts
