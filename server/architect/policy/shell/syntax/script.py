"""A command line as a value: what is left of a parse once the grammar is forgotten."""

from collections.abc import Iterator
from typing import TypeAlias

from architect.frozen import frozen


@frozen
class Text:
    """Characters that stand for themselves; not `quoted`, those of globs and braces still act."""

    value: str
    quoted: bool = False


@frozen
class Variable:
    """`$name`, or `${name:-fallback}`."""

    name: str
    quoted: bool = False
    fallback: str | None = None


@frozen
class Output:
    """`$(script)`: what `script` prints."""

    script: "Script"
    quoted: bool = False


@frozen
class Stream:
    """`<(script)` or `>(script)`: a file that `script` writes or reads."""

    script: "Script"


@frozen
class Unknown:
    """Something whose value nobody can know before it runs."""

    source: str


_WITH_SCRIPT = (Output, Stream)

Part: TypeAlias = Text | Variable | Output | Stream | Unknown


@frozen
class Word:
    """One word as it was written; after expansion it may be none or many."""

    parts: tuple[Part, ...]
    source: str


@frozen
class Assignment:
    """`name=value`, or `name+=value`, which `appends`; an array keeps its elements in `values`."""

    name: str
    values: tuple[Word, ...]
    appends: bool = False


@frozen
class Redirection:
    """`operator` with its target; of a heredoc and a here-string, `target` is the text."""

    operator: str
    target: Word | None


@frozen
class Command:
    """A simple command; without words it only assigns or redirects."""

    words: tuple[Word, ...]
    assignments: tuple[Assignment, ...] = ()
    redirections: tuple[Redirection, ...] = ()


@frozen
class Block:
    """A subshell, group, loop or branch; `words` are the values it goes over or compares.

    `repeats` is a loop, `endless` one whose condition always holds.
    """

    script: "Script"
    words: tuple[Word, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    redirections: tuple[Redirection, ...] = ()
    endless: bool = False
    repeats: bool = False


@frozen
class Function:
    """A definition; its body runs when `name` is called."""

    name: str
    body: "Script"


Stage: TypeAlias = Command | Block | Function


@frozen
class Pipeline:
    """One or more stages, each reading what the one before prints.

    `joined` is the `&&` or `||` between the pipeline and the one before it, if there is one;
    `negated`, that it fails if its last stage does not.
    """

    stages: tuple[Stage, ...]
    background: bool = False
    joined: str = ""
    negated: bool = False


@frozen
class Script:
    """Pipelines in their order. `oddities` say what makes the parse doubtful or too clever."""

    pipelines: tuple[Pipeline, ...] = ()
    oddities: tuple[str, ...] = ()


def inner_scripts(stage: Stage) -> Iterator[Script]:
    """The scripts right inside `stage`: bodies, substitutions in words, values and targets."""
    if isinstance(stage, Function):
        yield stage.body
        return
    if isinstance(stage, Block):
        yield stage.script
    for word in words_of(stage):
        yield from substitutions(word)


def words_of(stage: Command | Block) -> Iterator[Word]:
    """Every word of `stage` itself: its own, those of assignments and of redirections."""
    yield from stage.words
    for assignment in stage.assignments:
        yield from assignment.values
    for redirection in stage.redirections:
        if redirection.target is not None:
            yield redirection.target


def substitutions(word: Word) -> Iterator[Script]:
    """The scripts whose output becomes part of `word`."""
    for part in word.parts:
        if isinstance(part, _WITH_SCRIPT):
            yield part.script


def scripts(script: Script) -> Iterator[Script]:
    """`script` and every script inside it."""
    yield script
    for pipeline in script.pipelines:
        for stage in pipeline.stages:
            for inner in inner_scripts(stage):
                yield from scripts(inner)


def stages(script: Script) -> Iterator[Stage]:
    """Every stage of every pipeline, however deep."""
    for one in scripts(script):
        for pipeline in one.pipelines:
            yield from pipeline.stages


def commands(script: Script) -> Iterator[Command]:
    """Every simple command, however deep."""
    return (stage for stage in stages(script) if isinstance(stage, Command))


def plain_word(value: str) -> Word:
    """A word that is exactly `value`."""
    return Word((Text(value, quoted=True),), value)
