"""The simple commands of a line that is nothing but them."""

from collections.abc import Iterator

from architect.policy.shell.classify.redirections import judge_redirection
from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import Command, Redirection, Stage
from architect.policy.shell.syntax.source_checks import line_oddities
from architect.policy.shell.verdict import CommandClass

_READS = ("<", "<<", "<<-", "<<<")


def simple_commands(line: str) -> tuple[tuple[str, ...], ...] | None:
    """The words of each simple command of `line`, in order; None if there is more to it.

    More is everything that decides at run time what is done: substitutions, variables, globs,
    assignments, blocks, functions, the background, files that are read or written by redirections,
    and whatever is doubtful. Output thrown away or joined (`2>&1`) is no more.
    """
    if next(iter(line_oddities(line)), None) is not None:
        return None
    script = parse(line)
    if script.oddities or any(pipeline.background for pipeline in script.pipelines):
        return None
    stages = [stage for pipeline in script.pipelines for stage in pipeline.stages]
    found = [tuple(plain_words(stage)) for stage in stages]
    if not found or not all(found):
        return None
    return tuple(found)


def plain_words(stage: Stage) -> Iterator[str]:
    """The words of a plain simple command; none of anything else."""
    if not isinstance(stage, Command) or stage.assignments:
        return
    words = [literal(word) for word in stage.words]
    if all(map(_is_tame, stage.redirections)) and None not in words:
        yield from (word for word in words if word is not None)


def _is_tame(redirection: Redirection) -> bool:
    finding = judge_redirection(redirection)
    return redirection.operator not in _READS and finding.command_class is CommandClass.SAFE
