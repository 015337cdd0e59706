"""What assignments make of what is known."""

from collections.abc import Iterable, Iterator

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import expanded, literal
from architect.policy.shell.expansion.known import HOLE, MAX_CHARACTERS, Known
from architect.policy.shell.syntax.script import (
    Assignment,
    Block,
    Command,
    Output,
    Pipeline,
    Script,
    Stage,
    Stream,
    Variable,
    Word,
    plain_word,
    stages,
)

_MAX_CHAIN = 5
"""Of variables that are made of variables."""


def with_assignments(known: Known, script: Script) -> Known:
    """`known` and every variable that `script` gives one single value that can be known.

    A value may be made of others: `x=/; y=$x; rm -rf $y`.
    """
    assignments = [one for stage in stages(script) for one in _lasting(stage, known)]
    found = known
    for _ in range(_MAX_CHAIN):
        more = _agreed(known, assignments, by=found)
        if more.values == found.values:
            break
        found = more
    return found


def known_inside(known: Known, command: Command) -> Known:
    """`known` as a shell has it that `command` starts."""
    return _agreed(known, command.assignments, by=known)


def known_behind(known: Known, stage: Stage) -> Known:
    """`known` once the assignments of `stage` that last are done one after the other."""
    for one in _lasting(stage, known):
        known = known.with_values(dict(_set_by(one, known)))
    return known


def _agreed(known: Known, assignments: Iterable[Assignment], *, by: Known) -> Known:
    """`known` and what all `assignments` agree on, computed with the values `by`."""
    found: dict[str, set[str]] = {}
    for assignment in assignments:
        for name, text in _set_by(assignment, by):
            found.setdefault(name, set()).add(text)
    single = {name: texts.pop() for name, texts in found.items() if len(texts) == 1}
    certain = {name: text for name, text in single.items() if HOLE not in text}
    return known.with_values(certain) if certain else known


_DECLARES = frozenset({"declare", "export", "local", "readonly", "typeset"})


def _lasting(stage: Stage, known: Known) -> Iterable[Assignment]:
    """The assignments of `stage` that hold behind it; those before a program hold for it only."""
    if isinstance(stage, Command) and stage.words and literal(stage.words[0]) not in _DECLARES:
        return _by_builtin(stage, known)
    return stage.assignments if isinstance(stage, Command | Block) else ()


def _set_by(assignment: Assignment, known: Known) -> Iterator[tuple[str, str]]:
    """The variable, and its list of elements: a single value, or an array."""
    name = assignment.name
    texts = [expanded(word, known) for word in assignment.values]
    if assignment.appends:
        before = known.values.get(name, HOLE)
        texts = [known.values.get(f"{name}[@]", before), *texts]
        yield name, _bounded(before + "".join(texts[1:]))
    else:
        yield name, _bounded("".join(texts)) if len(texts) <= 1 else HOLE
    yield f"{name}[@]", _bounded(" ".join(texts))


def _bounded(text: str) -> str:
    return text if len(text) <= MAX_CHARACTERS else HOLE


_PLAIN_ASSIGNMENT = lazy_pattern(r"(\w+)=([\w/.~-]*)")
_SETS = frozenset({"printf", "eval", "read", "mapfile", "readarray"})
_READ_FROM = frozenset({"<<<", "<<", "<"})


def _by_builtin(command: Command, known: Known) -> Iterator[Assignment]:
    """What `printf -v name ...`, `read name <<< text` and `mapfile name < <(...)` set."""
    if literal(command.words[0]) not in _SETS and not any(
        ":=" in word.source for word in command.words
    ):
        return
    texts = [literal(word) for word in command.words]
    if texts[:2] == ["printf", "-v"] and len(texts) > 3 and texts[2]:
        printing = Command((command.words[0], *command.words[3:]))
        value = Word((Output(Script((Pipeline((printing,)),))),), "")
        yield Assignment(texts[2], (value,))
    if texts[0] == "eval":
        for text in texts[1:]:
            if text and (found := _PLAIN_ASSIGNMENT.fullmatch(text)):
                yield Assignment(found[1], (plain_word(found[2]),))
    for part in (part for word in command.words for part in word.parts if ":=" in word.source):
        if isinstance(part, Variable) and part.fallback is not None:
            yield Assignment(part.name, (plain_word(known.values.get(part.name, part.fallback)),))
    if texts[0] not in ("read", "mapfile", "readarray"):
        return
    given = [one.target for one in command.redirections if one.operator in _READ_FROM]
    values = [_as_output(target) for target in given if target is not None]
    named = [text for text in texts[1:] if text and not text.startswith("-")]
    if not values or not named:
        return
    fields = expanded(values[-1], known).split(None, max(0, len(named) - 1))
    if texts[0] != "read" or len(named) == 1:
        yield Assignment(named[-1], (values[-1],))
    else:
        for name, text in zip(named, fields, strict=False):
            yield Assignment(name, (plain_word(text),))


def _as_output(word: Word) -> Word:
    """`word`, which is read; of `<(...)` it is what the script prints."""
    parts = tuple(Output(p.script) if isinstance(p, Stream) else p for p in word.parts)
    return Word(parts, word.source)
