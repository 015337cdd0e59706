"""Every program that a line may run, however it is wrapped, called or fed.

For what the user denied or blocked, and for what discards something.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import assert_never

from architect.policy.shell.expansion.assignments import with_assignments
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.git_discards import git_subcommand
from architect.policy.shell.level import Level
from architect.policy.shell.place import Place
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.rough_parse import rough_script
from architect.policy.shell.syntax.script import Command
from architect.policy.shell.wrappers.calls import lines_in_variables, spelled
from architect.policy.shell.wrappers.inline_scripts import lines_read
from architect.policy.shell.wrappers.interpreted import code_given, is_interpreter, lines_in_code
from architect.policy.shell.wrappers.read_programs import runs_its_input, runs_lines
from architect.policy.shell.wrappers.runners import Run, runs
from architect.policy.shell.wrappers.walk import (
    Reads,
    ReadsUnknown,
    Runs,
    Visit,
    lines_of,
    place_in,
    runs_of_words,
    walk,
)

UNKNOWN = Run(HOLE, ())
"""A program that nobody can know before it runs."""

_MAX_WORDS = 5_000


def all_commands(line: str, place: Place | None = None) -> Iterator[Run]:
    """The programs with their arguments; `HOLE` stands for what is not known before it runs.

    What is beyond the effort that a line is worth is `UNKNOWN`, too.
    """
    level = Level()
    yield from _in_line(line, place or Place.of(None, None, None, {}), level)
    if not level.is_complete:
        yield UNKNOWN


_MAX_TEXTS = 1_000


def command_texts(line: str) -> tuple[str, ...]:
    """Each command that `line` may run as plain words, for patterns that a user has written.

    Of git also without the options before its subcommand.
    """
    texts: dict[str, None] = {}
    for run in islice(all_commands(line), _MAX_TEXTS):
        words = [run.program, *run.arguments]
        texts[" ".join(words).replace(HOLE, "*")] = None
        if run.program == "git":
            subcommand, rest = git_subcommand(run.arguments)
            texts[" ".join(("git", subcommand, *rest)).replace(HOLE, "*")] = None
    return tuple(texts)


def _in_line(line: str, place: Place, level: Level) -> Iterator[Run]:
    if not line.strip() or level.is_too_deep or not level.affords_parsing(line):
        return
    script = parse(line)
    rough = [rough_script(line.replace("\\\n", ""))] if script.oddities else []
    if rough and not script.pipelines:
        level.skip()
    for one in (script, *rough):
        here = replace(place, known=with_assignments(place.known, one))
        for visit in walk(one, here, level):
            yield from _at(visit)


def _at(visit: Visit) -> Iterator[Run]:
    match visit:
        case Runs(stage=Command() as command):
            yield from _of_command(command, visit.place, visit.level)
        case Runs():
            return
        case Reads():
            inside = place_in(visit.command, visit.place)
            for run in runs_of_words(visit.command, visit.place, visit.level):
                yield from _fed(run, visit.text, inside, visit.level)
        case ReadsUnknown():
            if runs_its_input(visit.stage, visit.place.known):
                yield UNKNOWN
        case _:
            assert_never(visit)


def _of_command(command: Command, place: Place, level: Level) -> Iterator[Run]:
    words = spelled(command.words, place.known, level)
    inside = place_in(command, place)
    for run in runs(words[:_MAX_WORDS]):
        yield run
        for line, there in lines_of(run, inside):
            yield from _inner_line(line, there, level)
        for code in code_given(run):
            for line in lines_in_code(code):
                yield from _inner_line(line, inside, level)
    for line in lines_in_variables(command, place.known):
        yield from _inner_line(line, place, level)


def _inner_line(line: str, place: Place, level: Level) -> Iterator[Run]:
    if line.lstrip().startswith(HOLE):
        yield UNKNOWN
    yield from _in_line(line.replace(HOLE, "_"), place, level.deeper())


def _fed(run: Run, text: str, place: Place, level: Level) -> Iterator[Run]:
    """The programs that `run` runs because it reads `text`."""
    if runs_lines(run.program):
        yield from _inner_line(text, place, level)
    elif is_interpreter(run.program):
        yield replace(run, arguments=(*run.arguments, "-c", text))
        for line in lines_in_code(text):
            yield from _inner_line(line, place, level)
    elif run.fed:
        yield replace(run, arguments=(*run.arguments, *text.split()[:_MAX_WORDS]))
    else:
        for line in lines_read(run.program, text):
            yield from _inner_line(line, place, level)
