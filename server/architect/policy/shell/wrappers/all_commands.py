"""Every program that a line may run, however it is wrapped; for what the user denied."""

from collections.abc import Iterator

from architect.policy.shell.expansion.assignments import with_assignments
from architect.policy.shell.expansion.expand import spellings
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.rough_parse import rough_script
from architect.policy.shell.syntax.script import commands
from architect.policy.shell.wrappers.runners import Run, lines_given, runs

_MAX_DEPTH = 6
_MAX_WORDS = 5_000


def all_commands(line: str, *, depth: int = 0) -> Iterator[Run]:
    """The programs with their arguments; `HOLE` stands for what is not known before it runs."""
    if depth > _MAX_DEPTH or not line.strip():
        return
    script = parse(line)
    rough = [rough_script(line.replace("\\\n", ""))] if script.oddities else []
    for one in (script, *rough):
        known = with_assignments(Known(), one)
        for command in commands(one):
            words = [text for word in command.words for text in spellings(word, known)]
            for run in runs(words[:_MAX_WORDS]):
                yield run
                for inner in lines_given(run):
                    yield from all_commands(inner.replace(HOLE, "_"), depth=depth + 1)
