"""The simple commands of a line that has all their words and folders written out.

Branches count as taken, and loops over words that are written out run once for each. What is not
written out, or could mean something else by then, makes the whole line one that is not.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import has_all_spellings, spellings
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.place import Place
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import (
    Block,
    Command,
    Function,
    Pipeline,
    Redirection,
    Script,
    Text,
    Variable,
    Word,
    commands,
)
from architect.policy.shell.syntax.source_checks import line_oddities
from architect.policy.shell.wrappers.runners import runs

_MOST = 200
"""Commands, those of a loop counted once for each of its values."""

_READS = frozenset({"<", "<<", "<<-", "<<<", "<>", "<&"})
_GO = frozenset({"cd", "pushd", "popd"})
_ORDINARY = lazy_pattern(r"[a-z][a-z0-9_]*|[A-Z]")
"""Variables that neither the shell nor a program looks at."""

_ACTS = lazy_pattern(r"[\s*?\[\]{}~\\]")


@frozen
class Written:
    """A command by its words, in which patterns of files stay, and where it may run.

    A pattern that was quoted looks like one that acts. `reads` are the words of the command whose
    output it reads, if it is a simple one.
    """

    words: tuple[str, ...]
    places: tuple[Place, ...]
    reads: tuple[str, ...] = ()


def written_out(line: str, place: Place) -> tuple[Written, ...] | None:
    """The commands of `line`, which starts at `place`; None if not all of it is written out."""
    if next(iter(line_oddities(line)), None) is not None or (script := parse(line)).oddities:
        return None
    try:
        found, _ = _of_script(script, (place,), {})
    except _NotWrittenError:
        return None
    return tuple(found) or None


class _NotWrittenError(Exception):
    """Something is not known before the line runs."""


_Values = Mapping[str, str]
_Found = tuple[list[Written], tuple[Place, ...]]
"""The commands, and every folder that may be the current one behind them."""


def _of_script(script: Script, places: tuple[Place, ...], values: _Values) -> _Found:
    """The folder is sure where only `&&` stands between a command and the `cd` before it."""
    found: list[Written] = []
    every = sure = places
    landed: tuple[Place, ...] = ()
    for pipeline in script.pipelines:
        if pipeline.background:
            raise _NotWrittenError
        if pipeline.joined == "||" and landed and _leaves(pipeline):
            every = sure = landed
            continue
        sure = sure if pipeline.joined == "&&" else every
        more, behind = _of_pipeline(pipeline, sure, values)
        found += more
        if len(found) > _MOST:
            raise _NotWrittenError
        every = _joined(every, behind)
        is_sure = not pipeline.negated and pipeline.joined != "||" and _goes(pipeline)
        landed = behind if is_sure else ()
        sure = landed or _joined(sure, behind)
    return found, every


def _of_pipeline(pipeline: Pipeline, places: tuple[Place, ...], values: _Values) -> _Found:
    found: list[Written] = []
    behind = places
    reads: tuple[str, ...] = ()
    for stage in pipeline.stages:
        match stage:
            case Command():
                words = _words(stage, values)
                found.append(Written(words, places, reads))
                reads = words
                if (gone := _gone(words, places)) is not None:
                    behind = gone if len(pipeline.stages) == 1 else _joined(behind, gone)
            case Block():
                more, inside = _of_block(stage, places, values)
                found += more
                behind = _joined(behind, inside)
                reads = ()
            case Function():
                raise _NotWrittenError
    return found, behind


def _of_block(block: Block, places: tuple[Place, ...], values: _Values) -> _Found:
    if any(one.operator in _READS for one in block.redirections):
        raise _NotWrittenError
    if block.repeats and any(_may_go(command) for command in commands(block.script)):
        raise _NotWrittenError
    if not block.assignments:
        for word in block.words:
            _written(word, values)
        return _of_script(block.script, places, values)
    found: list[Written] = []
    for name, text in _of_loop(block, values):
        more, _ = _of_script(block.script, places, {**values, name: text})
        found += more
        if len(found) > _MOST:
            raise _NotWrittenError
    return found, places


def _of_loop(block: Block, values: _Values) -> Iterator[tuple[str, str]]:
    """The variable of a loop with each of its values; without any it goes over the arguments."""
    [*names] = (one.name for one in block.assignments)
    if (
        len(names) != 1
        or not block.words
        or not _ORDINARY.fullmatch(names[0])
        or names[0] in values
    ):
        raise _NotWrittenError
    for word in block.words:
        for text in _written(word, values):
            yield names[0], text


def _words(command: Command, values: _Values) -> tuple[str, ...]:
    if command.assignments or not command.words or any(map(_reads, command.redirections)):
        raise _NotWrittenError
    return tuple(text for word in command.words for text in _written(word, values))


def _reads(redirection: Redirection) -> bool:
    return redirection.operator in _READS


def _written(word: Word, values: _Values) -> list[str]:
    """What `word` becomes before files are looked for."""
    parts = tuple(
        _filled(part, values) if isinstance(part, Variable) else part for part in word.parts
    )
    if word.source.startswith("~") or not all(isinstance(part, Text) for part in parts):
        raise _NotWrittenError
    filled = replace(word, parts=parts)
    spelled = spellings(filled, Known())
    if has_all_spellings(filled) and not any(HOLE in text for text in spelled):
        return spelled
    text = "".join(part.value for part in parts if isinstance(part, Text))
    if "{" in text and "," in text:
        raise _NotWrittenError
    return [text]


def _filled(variable: Variable, values: _Values) -> Text:
    """The value of a loop's `variable`; one that bash would split or match is not known."""
    text = values.get(variable.name)
    if text is None or variable.fallback is not None:
        raise _NotWrittenError
    if not variable.quoted and (not text or _ACTS.search(text)):
        raise _NotWrittenError
    return Text(text, quoted=variable.quoted)


def _joined(places: tuple[Place, ...], more: tuple[Place, ...]) -> tuple[Place, ...]:
    return (*places, *(one for one in more if one not in places))


def _goes(pipeline: Pipeline) -> bool:
    stage = pipeline.stages[0]
    return len(pipeline.stages) == 1 and isinstance(stage, Command) and _may_go(stage)


def _may_go(command: Command) -> bool:
    return any(
        {one.value for one in word.parts if isinstance(one, Text)} & _GO for word in command.words
    )


def _gone(words: Sequence[str], places: Sequence[Place]) -> tuple[Place, ...] | None:
    """Where a command that changes the folder goes to; None if it does not."""
    chain = [*runs(words)]
    if not any(one.program in _GO for one in chain):
        return None
    if len(chain) > 1:
        raise _NotWrittenError
    first = chain[0]
    is_plain = first.program != "popd" and len(first.arguments) == 1
    target = first.arguments[0] if is_plain and not first.arguments[0].startswith("-") else None
    return tuple(place.at(target) for place in places)


def _leaves(pipeline: Pipeline) -> bool:
    """Whether nothing of the script runs behind `pipeline`."""
    stage = pipeline.stages[0]
    if len(pipeline.stages) != 1 or not isinstance(stage, Command) or stage.redirections:
        return False
    return [word.source for word in stage.words[:1]] == ["exit"] and len(stage.words) <= 2
