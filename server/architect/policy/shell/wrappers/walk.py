"""Every command that a script may run, in its order, with what it reads as far as that is known.

Into substitutions, loops, blocks, the functions that are called and the pipes between commands, for
all that judge a line. What a command runs because of its words is up to those who look at it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.assignments import known_inside
from architect.policy.shell.expansion.expand import expanded, literal, output_of, piped_texts
from architect.policy.shell.level import Level
from architect.policy.shell.place import Place
from architect.policy.shell.syntax.script import (
    Block,
    Command,
    Pipeline,
    Script,
    Stage,
    Stream,
    commands,
    inner_scripts,
)
from architect.policy.shell.wrappers.calls import (
    Functions,
    behind_line,
    called,
    functions_of,
    place_behind,
    places_inside,
    spelled,
)
from architect.policy.shell.wrappers.containers import lines_in_container
from architect.policy.shell.wrappers.inline_scripts import lines_in_inline_scripts
from architect.policy.shell.wrappers.runners import Run, lines_given, runs, set_by_env

_MAX_VALUES = 8
"""Of what a loop reads."""

_MAX_WORDS = 5_000
"""Of a command; as many as fit into a line of 10,000 characters: padding must hide nothing."""


@frozen
class Runs:
    """`stage` runs at `place`; what is in a block is visited by itself."""

    stage: Command | Block
    place: Place
    level: Level


@frozen
class Reads:
    """`command`, which runs at `place`, may read `text`."""

    command: Command
    text: str
    place: Place
    level: Level


@frozen
class ReadsUnknown:
    """`stage` reads what another command prints, and nobody knows before what that is."""

    stage: Stage
    place: Place


Visit: TypeAlias = Runs | Reads | ReadsUnknown


def walk(
    script: Script, place: Place, level: Level, functions: Functions | None = None
) -> Iterator[Visit]:
    """What runs in `script`, each command in the folder that those before it went to.

    `functions` are those that may be called; if None, what `script` defines. It ends early where
    `level` affords no more.
    """
    functions = functions_of(script) if functions is None else functions
    for pipeline in script.pipelines:
        if not level.affords(len(pipeline.stages)):
            return
        yield from _piped(pipeline, place, level, functions)
        for stage in pipeline.stages:
            for inner in inner_scripts(stage):
                for here in places_inside(stage, place):
                    yield from walk(inner, here, level, functions)
            if isinstance(stage, Command | Block):
                yield Runs(stage, place, level)
                for text in _given_texts(stage, place):
                    yield from _reading(stage, text, place, level, functions)
            if isinstance(stage, Command):
                for body, here in called(stage, functions, place, level):
                    yield from walk(body, here, level.deeper(), functions)
        place = place_behind(pipeline, place)


def _piped(pipeline: Pipeline, place: Place, level: Level, functions: Functions) -> Iterator[Visit]:
    """Who reads what the stage before prints."""
    if len(pipeline.stages) < 2:
        return
    texts = piped_texts(pipeline, place.known)
    for stage, text in zip(pipeline.stages[1:], texts, strict=False):
        if text is None:
            yield ReadsUnknown(stage, place)
        else:
            yield from _reading(stage, text, place, level, functions)


def _reading(
    stage: Stage, text: str, place: Place, level: Level, functions: Functions
) -> Iterator[Visit]:
    """`text` is read by `stage`: by itself, by a command inside or by the function it calls."""
    if isinstance(stage, Block):
        yield from _read_in(stage.script, text, place, level, functions)
    elif isinstance(stage, Command):
        yield Reads(stage, text, place, level)
        for body, here in called(stage, functions, place, level):
            yield from _read_in(body, text, here, level.deeper(), functions)


def _read_in(
    script: Script, text: str, place: Place, level: Level, functions: Functions
) -> Iterator[Visit]:
    """`text` is read in `script`, by any command or by `while read x; do ...; done`."""
    yield from _read_by_loop(script, text, place, level, functions)
    for command in commands(script):
        if not level.affords(1):
            return
        yield from _reading(command, text, place, level, functions)


def _read_by_loop(
    script: Script, text: str, place: Place, level: Level, functions: Functions
) -> Iterator[Visit]:
    """What `script` runs with each line of `text` in the variables that a `read` in it fills."""
    reading = (one for one in commands(script) if one.words and literal(one.words[0]) == "read")
    for command in islice(reading, 1):
        for line in text.split("\n")[:_MAX_VALUES]:
            known = place.known.with_values(_filled(command, line, place))
            yield from walk(script, replace(place, known=known), level.deeper(), functions)


_TAKES_VALUE = lazy_pattern(r"-[A-Za-z]*[adinNptu]")


def _filled(read: Command, line: str, place: Place) -> dict[str, str]:
    """The variables that `read` fills from `line`: a field each, the rest in the last."""
    names: list[str] = []
    before = ""
    for text in (literal(word) or "" for word in read.words[1:]):
        if text.isidentifier() and not _TAKES_VALUE.fullmatch(before):
            names.append(text)
        before = text
    separators = place.known.values.get("IFS", " ")
    for one in read.assignments:
        if one.name == "IFS":
            separators = "".join(expanded(word, place.known) for word in one.values)
    blank = separators.isspace() or not separators
    pattern = r"[ \t]+" if blank else f"[{re.escape(separators)}]"
    fields = re.split(pattern, line.strip(), maxsplit=max(0, len(names) - 1))
    return dict(zip(names, fields, strict=False))


def _given_texts(stage: Command | Block, place: Place) -> Iterator[str]:
    """The here-documents, the here-strings and the streams that `stage` may read."""
    targets = [one.target for one in stage.redirections if one.operator == "<" and one.target]
    for part in (part for word in (*targets, *stage.words) for part in word.parts):
        if isinstance(part, Stream):
            text = output_of(part.script, place.known)
            if text is not None:
                yield text
    for redirection in stage.redirections:
        if redirection.operator in ("<<", "<<-", "<<<") and redirection.target is not None:
            yield expanded(redirection.target, place.known)


def runs_of_words(command: Command, place: Place, level: Level) -> Sequence[Run]:
    """What `command` runs in turn, by its words as bash splits them and as they are written."""
    split = spelled(command.words[:_MAX_WORDS], place.known, level)
    whole = [expanded(word, place.known) for word in command.words[:_MAX_WORDS]]
    found = dict.fromkeys(runs(split))
    return tuple(found if split == whole else found | dict.fromkeys(runs(whole)))


def place_in(command: Command, place: Place) -> Place:
    """The place in a shell that `command` starts at `place`, with the variables it is given."""
    known = known_inside(place.known, command) if command.assignments else place.known
    texts = [expanded(word, place.known) for word in command.words[:_MAX_WORDS]]
    known = known.with_values(given) if (given := set_by_env(texts)) else known
    return place if known is place.known else replace(place, known=known)


def lines_of(run: Run, place: Place) -> Iterator[tuple[str, Place]]:
    """The lines among the arguments of `run` that it runs, and where."""
    for line in (*lines_given(run), *lines_in_inline_scripts(run)):
        yield line, behind_line(run, line, place)
    for line in lines_in_container(run.program, run.arguments):
        yield line, place
