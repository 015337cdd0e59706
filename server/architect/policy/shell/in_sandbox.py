"""What a person has to look at although the sandbox holds it.

There a command reaches no network and writes in the workspace and in folders of its own. So the
question is no longer what it might do to the machine, but what it takes away for good, what cannot
be read in it, and what it wants elsewhere.
"""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.discards import discards
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.files.named_file import NamedFile
from architect.policy.shell.git_discards import IsThere
from architect.policy.shell.place import Place
from architect.policy.shell.programs.table import load_table, names
from architect.policy.shell.rebuilt import IsIgnored, deletes_only_what_is_rebuilt
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.source_checks import line_oddities
from architect.policy.shell.wrappers.all_commands import all_commands
from architect.policy.shell.wrappers.runners import Run

_DEFINES = "uses function definition"
"""An oddity that hides nothing here: what is called is followed."""

_OF_SYSTEM = frozenset(
    {"docker", "podman", "docker-compose", "nerdctl", "vagrant", "systemctl", "loginctl", "adb"}
    | {"journalctl", "crontab", "at", "batch", "mount", "umount"}
)
_SCRATCH = lazy_pattern(r"/(?:var/)?tmp(?:/|$)|/dev/(?:null|std\w+|tty|fd/\d+|shm/.*)$")


def reasons_in_sandbox(
    line: str,
    place: Place,
    files: Sequence[NamedFile],
    is_there: IsThere,
    *,
    is_ignored: IsIgnored,
) -> Iterator[str]:
    """Why somebody should look at `line`, which names `files`, before it runs in the sandbox."""
    for oddity in (*line_oddities(line), *parse(line).oddities):
        if oddity != _DEFINES:
            yield oddity
    found = list(all_commands(line, place))
    rebuilt = deletes_only_what_is_rebuilt(line, found, place, is_ignored)
    for run in found:
        if rebuilt and run.program == "rm":
            continue
        if _is_hidden(run.program):
            yield "runs something that is not known before it runs"
        elif _acts_on_system(run):
            yield f"{run.program} acts on the system, which is beyond the sandbox"
        else:
            yield from discards(run, place, is_there)
    if elsewhere := written_elsewhere(files, place):
        yield f"writes to {elsewhere[0]}, outside the workspace"


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
