"""The simple commands of a line that is nothing but them."""

from collections.abc import Callable, Iterator

from architect.policy.shell.classify.redirections import judge_redirection
from architect.policy.shell.expansion.expand import has_all_spellings, literal, spellings
from architect.policy.shell.expansion.known import HOLE, Known
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import Command, Redirection, Stage, Text, Word
from architect.policy.shell.syntax.source_checks import line_oddities
from architect.policy.shell.verdict import CommandClass

_READS = ("<", "<<", "<<-", "<<<")


def simple_commands(line: str) -> tuple[tuple[str, ...], ...] | None:
    """The words of each simple command of `line`, in order; None if there is more to it.

    More is everything that decides at run time what is done: substitutions, variables, globs,
    assignments, blocks, functions, the background, files that are read or written by redirections,
    and whatever is doubtful. Output thrown away or joined (`2>&1`) is no more.
    """
    return _all_of(line, plain_words)


def written_commands(line: str) -> tuple[tuple[str, ...], ...] | None:
    """As `simple_commands`, but patterns of files stay in the words, and braces are spelled out.

    A pattern that was quoted looks like one that acts. Files may be written by redirections.
    """
    return _all_of(line, _written_words)


def _all_of(
    line: str, words_of: Callable[[Stage], Iterator[str]]
) -> tuple[tuple[str, ...], ...] | None:
    """The `words_of` each stage of `line`; None if there are none of one, or much is doubtful."""
    if next(iter(line_oddities(line)), None) is not None:
        return None
    script = parse(line)
    if script.oddities or any(pipeline.background for pipeline in script.pipelines):
        return None
    stages = [stage for pipeline in script.pipelines for stage in pipeline.stages]
    found = [tuple(words_of(stage)) for stage in stages]
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


def _written_words(stage: Stage) -> Iterator[str]:
    if not isinstance(stage, Command) or stage.assignments:
        return
    if any(one.operator in (*_READS, "<>", "<&") for one in stage.redirections):
        return
    words = [_written(word) for word in stage.words]
    if None not in words:
        yield from (text for texts in words for text in texts or ())


def _written(word: Word) -> list[str] | None:
    """What `word` becomes before files are looked for; None if that is not written out."""
    if word.source.startswith("~") or not all(isinstance(part, Text) for part in word.parts):
        return None
    spelled = spellings(word, Known())
    if has_all_spellings(word) and not any(HOLE in text for text in spelled):
        return spelled
    text = "".join(part.value for part in word.parts if isinstance(part, Text))
    return None if "{" in text and "," in text else [text]


def _is_tame(redirection: Redirection) -> bool:
    finding = judge_redirection(redirection)
    return redirection.operator not in _READS and finding.command_class is CommandClass.SAFE
