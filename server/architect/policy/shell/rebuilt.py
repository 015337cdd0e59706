"""Deletions of what builds make and git ignores: the next build makes it again."""

from collections.abc import Callable, Iterator, Sequence

from architect.policy.shell.classify.simple_commands import simple_commands
from architect.policy.shell.place import Place
from architect.policy.shell.wrappers.runners import Run, base

IsIgnored = Callable[[str], bool]
"""Whether git ignores all that is at an absolute path, and has nothing of it."""

_MADE_BY_BUILDS = (
    "build dist target out coverage htmlcov node_modules bower_components __pycache__ .eggs .tox"
    " .nox .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .nyc_output .next .nuxt"
    " .output .turbo .parcel-cache .svelte-kit .angular .gradle .cache .vite .tsbuildinfo"
    " cmake-build-debug cmake-build-release"
)
_MOVERS = frozenset({"mv", "gmv", "rename", "rsync", "git", "ln", "mount"})
"""Programs that may bring something else there first."""

_HARMLESS_GIT = frozenset({"status", "diff", "log", "show", "branch", "add", "commit", "fetch"})


def deletes_only_what_is_rebuilt(
    line: str, runs: Sequence[Run], place: Place, is_ignored: IsIgnored
) -> bool:
    """Whether each `rm` among the `runs` of `line` deletes nothing but what builds make.

    That has to be written out: a line with variables, patterns or lines inside it is not.
    """
    commands = simple_commands(line) or ()
    deletions = [run for run in runs if run.program == "rm"]
    written = [words for words in commands if base(words[0]) == "rm"]
    if not deletions or len(deletions) != len(written) or any(map(_may_move, runs)):
        return False
    targets = list(_targets(commands, place))
    return bool(targets) and all(path and is_ignored(path) for path in targets)


def _may_move(run: Run) -> bool:
    if run.program == "git":
        return not run.arguments or run.arguments[0] not in _HARMLESS_GIT
    return run.program in _MOVERS or run.fed


def _targets(commands: Sequence[Sequence[str]], place: Place) -> Iterator[str]:
    """What is deleted, as absolute paths from each folder that may be the current one by then.

    A path that is not in the workspace, or that no build makes, is given as "".
    """
    places = [place]
    for program, *arguments in commands:
        if program in ("cd", "pushd", "popd"):
            words = [word for word in arguments if not word.startswith("-")]
            places.append(places[-1].at(words[0] if program != "popd" and words else None))
        elif base(program) == "rm":
            for word in _operands(arguments):
                yield from (_made_by_build(word, one) for one in places)


def _operands(arguments: Sequence[str]) -> list[str]:
    if "--" in arguments:
        return list(arguments[arguments.index("--") + 1 :])
    return [word for word in arguments if not word.startswith("-")]


def _made_by_build(word: str, place: Place) -> str:
    path = place.absolute(word)
    if path is None or not path.startswith(f"{place.workspace}/"):
        return ""
    inside = path.removeprefix(f"{place.workspace}/").split("/")
    return path if not set(_MADE_BY_BUILDS.split()).isdisjoint(inside) else ""
