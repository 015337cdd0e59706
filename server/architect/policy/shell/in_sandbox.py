"""What a person has to look at although the sandbox holds it.

There a command reaches no network and writes in the workspace and in folders of its own. So the
question is no longer what it might do to the machine, but what it takes away for good, what cannot
be read in it, and what it wants elsewhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import islice

from architect.domain.losses import Losses
from architect.l10n import english, joined
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.discards import discards
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.files.named_file import NamedFile
from architect.policy.shell.git_discards import IsThere
from architect.policy.shell.losses import is_told, losses_of
from architect.policy.shell.place import Place
from architect.policy.shell.programs.table import load_table, names
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.source_checks import line_oddities
from architect.policy.shell.verdict import AskedWhenHeld
from architect.policy.shell.wrappers.all_commands import all_commands
from architect.policy.shell.wrappers.runners import Run

_MOST_REASONS = 8
"""Of a question; a person reads them."""

_DEFINES = "uses function definition"
"""An oddity that hides nothing here: what is called is followed."""

_OF_SYSTEM = frozenset(
    {"docker", "podman", "docker-compose", "nerdctl", "vagrant", "systemctl", "loginctl", "adb"}
    | {"journalctl", "crontab", "at", "batch", "mount", "umount"}
)
_SCRATCH = lazy_pattern(r"/(?:var/)?tmp(?:/|$)|/dev/(?:null|std\w+|tty|fd/\d+|shm/.*)$")


def asked_when_held(
    line: str, place: Place, files: Sequence[NamedFile], is_there: IsThere
) -> AskedWhenHeld:
    """Why somebody should look at `line`, which names `files`, before it runs in the sandbox."""
    found = list(all_commands(line, place))
    told = dict.fromkeys(one for run in found for one in _reasons(run, place, is_there))
    more = dict.fromkeys((*_of_line(line), *told, *_elsewhere(files, place)))
    replaced = _replaced(files, place, is_there)
    if not more and replaced:
        name = replaced[0].removeprefix(f"{place.workspace}/")
        return AskedWhenHeld(english("replaces {name}", name=name), None, Losses(replaced=replaced))
    if not told or (losses := losses_of(line, found, place, is_there)) is None:
        return AskedWhenHeld(_joined(more))
    losses |= Losses(replaced=replaced)
    untold = (run for run in found if not is_told(run))
    besides = {one for run in untold for one in _reasons(run, place, is_there)}
    left = [one for one in more if one not in told or one in besides]
    return AskedWhenHeld(_joined(more), _joined(left), losses if left != [*more] else None)


def _replaced(files: Sequence[NamedFile], place: Place, is_there: IsThere) -> tuple[str, ...]:
    """The files of the workspace of which the line leaves the name alone."""
    paths = (place.absolute(file.text) for file in files if file.replaces)
    return tuple(path for path in paths if path and _is_inside(path, place) and is_there(path))


def _is_inside(path: str, place: Place) -> bool:
    return path.startswith(f"{place.workspace}/")


def _joined(reasons: Iterable[str]) -> str | None:
    return joined("; ", islice(reasons, _MOST_REASONS)) or None


def _of_line(line: str) -> Iterator[str]:
    for oddity in (*line_oddities(line), *parse(line).oddities):
        if oddity != _DEFINES:
            yield oddity


def _reasons(run: Run, place: Place, is_there: IsThere) -> Iterator[str]:
    if _is_hidden(run.program):
        yield english("runs something that is not known before it runs")
    elif _acts_on_system(run):
        yield english("{call} acts on the system, which is beyond the sandbox", call=run.program)
    else:
        yield from discards(run, place, is_there)


def _elsewhere(files: Sequence[NamedFile], place: Place) -> Iterator[str]:
    if elsewhere := written_elsewhere(files, place):
        yield english("writes to {elsewhere}, outside the workspace", elsewhere=elsewhere[0])


def written_elsewhere(files: Sequence[NamedFile], place: Place) -> tuple[str, ...]:
    """The files outside the workspace that are to be written; /tmp is the sandbox's own."""
    return tuple(
        file.text
        for file in files
        if file.writes
        and file.is_sure
        and (path := place.absolute(file.text)) is not None
        and not f"{path}/".startswith(f"{place.workspace}/")
        and _SCRATCH.match(path) is None
    )


_WORTH_HIDING = frozenset({"git", "find", "truncate", "rsync", "dd", "cp", "mv"})


def _is_hidden(program: str) -> bool:
    """Whether nobody knows which program it is, and it may be one that discards something."""
    if HOLE in program:
        return True
    if program in ("[", "[[") or not set(program) & set("*?["):
        return False
    told = names("deleters") | names("shells") | names("interpreters") | _WORTH_HIDING
    return any(fnmatchcase(name, program) for name in told)


def _acts_on_system(run: Run) -> bool:
    if {"--version", "--help", "-h"} & set(run.arguments):
        return False
    kind = load_table().dangerous.get(run.program, "")
    return run.program in _OF_SYSTEM or kind == "changes the system"
