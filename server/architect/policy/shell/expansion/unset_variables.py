"""Variables that nothing in a line sets: `rm -rf "$DIR"/*` means something else without them."""

from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.expansion.known import Known
from architect.policy.shell.syntax.script import Block, Command, Script, Variable, stages, words_of

_SETS_ITS_WORDS = frozenset({"read", "mapfile", "readarray", "getopts", "select", "printf"})
_MOST = 20


def unset_variables(script: Script, known: Known) -> tuple[str, ...]:
    """The names that `script` uses, does not set, and does not insist on by `${name:?}`."""
    used: dict[str, None] = {}
    given = set(known.values)
    for stage in stages(script):
        if not isinstance(stage, Command | Block):
            continue
        given.update(assignment.name for assignment in stage.assignments)
        if (
            isinstance(stage, Command)
            and stage.words
            and literal(stage.words[0]) in _SETS_ITS_WORDS
        ):
            given.update(word.source for word in stage.words[1:])
        for word in words_of(stage):
            for part in word.parts:
                if isinstance(part, Variable) and part.fallback is None and "?" not in word.source:
                    used[part.name] = None
    return tuple(name for name in used if name not in given and name.isidentifier())[:_MOST]
