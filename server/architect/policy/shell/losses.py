"""What a line deletes or discards, where all of that is written out in it.

Whoever knows the files can say then whether undo brings them back. So here a wrong guess costs
work that is lost: a line with variables, blocks, lines inside it or programs that change what words
mean is not looked at, and of what is, more may be named than is really lost.
"""

from collections.abc import Iterable, Iterator, Sequence

from architect.domain.losses import NO_LOSSES, Found, Losses
from architect.policy.shell.classify.simple_commands import written_commands
from architect.policy.shell.git_discards import IsThere
from architect.policy.shell.git_losses import is_harmless_git, lost_by_git
from architect.policy.shell.place import Place
from architect.policy.shell.wrappers.runners import Run, runs

_MOVERS = frozenset({"mv", "gmv", "rename", "rsync", "ln", "mount", "install"})
"""Programs that may first bring there what nobody could bring back."""

_CHANGE_THE_SHELL = frozenset(
    {"export", "declare", "typeset", "local", "readonly", "unset", "read", "mapfile", "readarray"}
    | {"shopt", "alias", "unalias", "source", ".", "eval", "exec", "builtin", "enable", "hash"}
    | {"trap"}
)
"""Commands behind which another program, another folder or other words may be meant."""

_MAY_STAND_BEFORE = frozenset({"npx", "bunx", "command", "time", "nohup"})
_DELETERS = frozenset({"rm", "unlink", "rimraf", "truncate"})
_TOLD = _DELETERS | {"find", "git"}


def losses_of(line: str, found: Sequence[Run], place: Place, is_there: IsThere) -> Losses | None:
    """What `line`, which runs all that was `found`, takes away at most; None if nobody can say."""
    commands = written_commands(line)
    if commands is None or any(map(_may_move, found)):
        return None
    told = NO_LOSSES
    written = 0
    for run, places in _in_places(commands, place):
        if run is None or run.program in _CHANGE_THE_SHELL:
            return None
        written += is_told(run) + _executes_deleter(run)
        for here in places:
            losses = _lost(run, here, is_there)
            if losses is None:
                return None
            told |= losses
    return told if written == sum(map(is_told, found)) else None


def is_told(run: Run) -> bool:
    """Whether the losses of a line say what `run` takes away."""
    return run.program in _TOLD


def _executes_deleter(run: Run) -> bool:
    return run.program == "find" and not _EXECUTES.isdisjoint(run.arguments)


def _may_move(run: Run) -> bool:
    by_git = run.program == "git" and not is_harmless_git(run.arguments)
    return by_git or run.fed or run.program in _MOVERS


def _in_places(
    commands: Iterable[Sequence[str]], place: Place
) -> Iterator[tuple[Run | None, tuple[Place, ...]]]:
    """What each command runs, with every folder that may be the current one by then.

    None is a command that something stands before which may change what it does.
    """
    places = (place,)
    for words in commands:
        chain = list(runs(words))
        if chain and chain[0].program in ("cd", "pushd", "popd"):
            places = (*places, _gone_to(chain[0], places[-1]))
        yield (chain[-1] if chain and _is_plain(words, chain) else None), places


def _is_plain(words: Sequence[str], chain: Sequence[Run]) -> bool:
    """Whether the last of `chain` runs with just its words, if that matters."""
    if len(chain) == 1 or chain[-1].program not in _TOLD:
        return True
    before = len(words) - len(chain[-1].arguments) - 1
    return before == 1 and chain[0].program in _MAY_STAND_BEFORE


def _gone_to(run: Run, place: Place) -> Place:
    is_plain = run.program != "popd" and len(run.arguments) == 1
    target = run.arguments[0] if is_plain and not run.arguments[0].startswith("-") else None
    return place.at(target)


def _lost(run: Run, place: Place, is_there: IsThere) -> Losses | None:
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
_LEADS_AWAY = frozenset(
    {"-L", "-H", "-follow", "-files0-from", "-fprint", "-fprint0", "-fls", "-fprintf"}
)


def _found(arguments: Sequence[str], place: Place) -> Losses | None:
    """What `find` deletes: what one name fits, or everything below where it starts."""
    actions = [index for index, word in enumerate(arguments) if word in _ACTS]
    if not actions:
        return NO_LOSSES
    if len(actions) > 1 or not _only_deletes(arguments[actions[0] :]):
        return None
    tests = list(arguments[: actions[0]])
    if not _LEADS_AWAY.isdisjoint(tests) or any(word.startswith(("-O", "-D")) for word in tests):
        return None
    below = _plain_paths(_starts(tests) or ["."], place)
    if below is None:
        return None
    if "-name" not in tests[:-1] or not _JOINS.isdisjoint(tests):
        return Losses(at=below)
    name = tests[tests.index("-name") + 1]
    return Losses(found=tuple(Found(folder, name) for folder in below))


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
