"""What variables are inside a function, a loop or the shell that a line starts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.assignments import known_behind
from architect.policy.shell.expansion.expand import expanded, spellings
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.level import Level
from architect.policy.shell.place import Place
from architect.policy.shell.programs.table import names
from architect.policy.shell.syntax.script import (
    Block,
    Command,
    Function,
    Pipeline,
    Script,
    Stage,
    Word,
    stages,
)
from architect.policy.shell.wrappers.runners import Run

_MAX_VALUES = 8
"""Of a loop, each different; those that are paths from somewhere else come first."""

_NAMES_A_COMMAND = lazy_pattern(
    r"PS[0-4]|\w*(?:PAGER|EDITOR|COMMAND|BROWSER|ASKPASS|EXTERNAL_DIFF|GIT_SSH)|VISUAL|LESSOPEN|LESSCLOSE"
)
"""Variables that programs take a command line from: git(1), man(1), less(1), bash(1)."""

_SHELL_RUNS = lazy_pattern(r"PROMPT_COMMAND|PS[0-4]")
"""Those that the shell itself runs, or expands, once they are set."""


def places_inside(stage: Stage, place: Place) -> Iterator[Place]:
    """The place inside `stage`: one for each value of the variable that a loop sets.

    Of a loop inside such a loop the values are not tried: they would multiply.
    """
    loops = stage.assignments if isinstance(stage, Block) and not place.in_loop else ()
    texts = {
        (one.name, text)
        for one in loops
        if len(one.values) > 1
        for word in one.values
        for text in spellings(word, place.known)
        if HOLE not in text
    }
    if not texts:
        yield place
    for name, text in sorted(texts, key=_weight)[:_MAX_VALUES]:
        yield replace(place, known=place.known.with_value(name, text), in_loop=True)


def _weight(value: tuple[str, str]) -> tuple[bool, tuple[str, str]]:
    return not value[1].startswith(("/", "~", ".", "*")), value


Functions = Mapping[str, Sequence[Function]]
"""By name, all definitions: which one holds at a call is not known."""


def functions_of(script: Script) -> Functions:
    """The functions that `script` defines, wherever in it: a call may stand elsewhere."""
    found: dict[str, list[Function]] = {}
    for stage in stages(script):
        if isinstance(stage, Function):
            found.setdefault(stage.name, []).append(stage)
    return found


def spelled(words: Sequence[Word], known: Known, level: Level) -> list[str]:
    """What `words` become, as far as `level` affords to look at them."""
    texts: list[str] = []
    for word in words:
        found = spellings(word, known)
        texts += found
        if not level.affords_words(found, 0 if level.depth else len(word.source) + 1):
            break
    return texts


def called(
    command: Command, functions: Functions, place: Place, level: Level
) -> Iterator[tuple[Script, Place]]:
    """The body of each function that `command` may call, and the place with its words."""
    definitions = functions.get(command.words[0].source, ()) if command.words else ()
    if not definitions or level.is_last:
        return
    texts = spelled(command.words[1:], place.known, level)
    inside = replace(place, known=place.known.with_arguments(texts))
    for function in definitions:
        yield function.body, inside


def place_behind(pipeline: Pipeline, place: Place) -> Place:
    """The place behind an assignment, a `cd` or `set --`.

    In a pipe or the background they change nothing. What a branch may have set is taken for set if
    it names something precious.
    """
    stage = pipeline.stages[0] if len(pipeline.stages) == 1 else None
    if pipeline.background or isinstance(stage, Function | None):
        return place
    if isinstance(stage, Block):
        return replace(place, known=_perhaps_set(stage.script, place))
    known = known_behind(place.known, stage)
    if known is not place.known:
        place = replace(place, known=known)
    words = [expanded(word, place.known) for word in stage.words]
    if not words:
        return place
    if words[0] in ("command", "builtin"):
        words = words[1:]
    if words[:2] == ["set", "--"]:
        return replace(place, known=place.known.with_arguments(words[2:]))
    if words[:1] in (["cd"], ["pushd"], ["popd"]):
        place = _moved(words[0], words[1:], place)
    return replace(place, known=place.known.with_value("_", (words or [""])[-1]))


def _moved(command: str, arguments: Sequence[str], place: Place) -> Place:
    targets = [word for word in arguments if not re.fullmatch(r"-[LPe@]+|--", word)]
    if command == "popd":
        return place.back()
    if command == "pushd":
        return place.at(targets[0] if targets else None, keep=True)
    if targets[:1] == ["-"]:
        return place.at(place.known.values.get("OLDPWD"))
    return place.at(targets[0] if targets else place.home)


def _perhaps_set(script: Script, place: Place) -> Known:
    known = place.known
    for stage in stages(script):
        more = known_behind(known, stage)
        changed = {n: text for n, text in more.values.items() if known.values.get(n) != text}
        known = known.with_values({n: t for n, t in changed.items() if place.precious(t)})
    return known


def behind_line(run: Run, line: str, place: Place) -> Place:
    """The place inside `sh -c line`: what stands behind `line` is `$0`, `$1` and so on there."""
    if run.program not in names("shells") or line not in run.arguments:
        return place
    arguments = run.arguments[run.arguments.index(line) + 1 :]
    if not arguments:
        return place
    return replace(place, known=place.known.with_arguments(arguments, first=0))


def lines_in_variables(command: Command, known: Known) -> Iterator[str]:
    """The values of the variables in front of `command` that programs run as command lines."""
    names_one = _NAMES_A_COMMAND if command.words else _SHELL_RUNS
    for assignment in command.assignments:
        if names_one.fullmatch(assignment.name):
            text = "".join(expanded(word, known) for word in assignment.values)
            yield text.replace(HOLE, "_").lstrip("|!- ")
