"""The files that a command line names: operands, values of options, redirections, inner lines.

Here a wrong guess costs a question, so what might be a file is given; whether it is one is seen
when its path is resolved. What a program opens by itself cannot be seen in a line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import islice

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.assignments import known_inside, with_assignments
from architect.policy.shell.expansion.braces import with_patterns
from architect.policy.shell.expansion.expand import expanded, has_all_spellings, spellings
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.files.file_programs import (
    names_only,
    operands_of,
    replaced_targets,
    write_targets,
)
from architect.policy.shell.files.named_file import NamedFile, NamedFiles
from architect.policy.shell.files.reading_node import is_node, what_node_reads
from architect.policy.shell.files.reading_python import is_python, what_python_reads
from architect.policy.shell.level import Level
from architect.policy.shell.place import Place
from architect.policy.shell.programs.table import names
from architect.policy.shell.syntax.parse import TOO_DEEP, TOO_MANY_PARTS, parse
from architect.policy.shell.syntax.rough_parse import rough_script
from architect.policy.shell.syntax.script import (
    Block,
    Command,
    Pipeline,
    Redirection,
    Script,
    Stage,
    Word,
    inner_scripts,
)
from architect.policy.shell.syntax.source_checks import is_parsable_in_time
from architect.policy.shell.wrappers.calls import (
    Functions,
    behind_line,
    called,
    functions_of,
    place_behind,
    places_inside,
)
from architect.policy.shell.wrappers.interpreted import code_given, is_interpreter
from architect.policy.shell.wrappers.runners import Run, lines_given, runs

_MAX_FILES = 50_000
_MAX_WORDS = 100_000
"""More than fit into a line that Linux starts (131,072 bytes, execve(2)): padding hides nothing."""

_MAX_CODE = 100_000
"""Characters of the code of an interpreter that are looked through; no line has so many."""

_PIECES = lazy_pattern(r"[=:@,]")
"""Behind these a file may stand: `--file=x`, `HEAD:x`, `data=@x`."""

_IN_CODE = lazy_pattern(r"[\w~./*?-]*[\w*?]")
_FEEDERS = frozenset({"xargs", "gxargs", "parallel"})
_PRINTERS = frozenset({"echo", "printf"})
"""Their words are what they print; of what others print nobody knows before."""


def files_named(line: str, place: Place) -> NamedFiles:
    """What may be files in `line`, each once; of too many the first ones."""
    level = Level()
    found = tuple(islice(dict.fromkeys(_in_line(line, place, level)), _MAX_FILES + 1))
    return NamedFiles(
        found[:_MAX_FILES], is_complete=len(found) <= _MAX_FILES and level.is_complete
    )


def _in_line(line: str, place: Place, level: Level) -> Iterator[NamedFile]:
    if level.is_too_deep or not line.strip() or not level.affords_parsing(line):
        return
    script = parse(line)
    scripts = [script]
    if script.oddities:
        scripts.append(rough_script(line.replace("\\\n", "")))
    is_long = not is_parsable_in_time(line) or TOO_MANY_PARTS in script.oddities
    if is_long:  # all of its text is looked through
        for found in _IN_CODE.finditer(line):
            yield from _files(found[0], place, writes=True, is_sure=False)
    if _is_intricate(line, script):
        level.skip()
    for one in scripts:
        here = replace(place, known=with_assignments(place.known, one))
        yield from _in_order(one, here, level, functions_of(one))


_COMPUTES = lazy_pattern(r"\$\(|`|\(\s*\)|\beval\b|\$\{!")
"""What makes words of others in a way that is not seen in a line that is only cut into words."""


def _is_intricate(line: str, script: Script) -> bool:
    """Whether files of `line` may be named in a way that nobody has looked at."""
    if TOO_DEEP in script.oddities:
        return is_parsable_in_time(line)
    return TOO_MANY_PARTS in script.oddities and _COMPUTES.search(line) is not None


def _in_order(
    script: Script, place: Place, level: Level, functions: Functions
) -> Iterator[NamedFile]:
    """The files of each command, in the folder that the commands before it went to."""
    for pipeline in script.pipelines:
        if not level.affords(len(pipeline.stages)):
            return
        feed = _feed(pipeline, place)
        for stage in pipeline.stages:
            yield from _in_stage(stage, place, level, functions=functions, feed=feed)
        place = place_behind(pipeline, place)


def _in_stage(
    stage: Stage, place: Place, level: Level, *, functions: Functions, feed: "_Feed"
) -> Iterator[NamedFile]:
    for inner in inner_scripts(stage):
        for here in places_inside(stage, place):
            yield from _in_order(inner, here, level, functions)
    if isinstance(stage, Command):
        yield from _in_command(stage, place, level, feed=feed)
        for body, here in called(stage, functions, place, level):
            yield from _in_order(body, here, level.deeper(), functions)
    elif isinstance(stage, Block):
        yield from _redirected(stage.redirections, place, level)


class _Feed(Enum):
    """What becomes of the words that one stage of a pipeline prints."""

    TEXT = "nothing is known to open a file of that name"
    READ = "they may be names of files"
    CHANGED = "they may be names of files, which are changed"


def _feed(pipeline: Pipeline, place: Place) -> _Feed:
    feed = _Feed.TEXT
    for stage in pipeline.stages:
        if isinstance(stage, Block) and len(pipeline.stages) > 1:
            feed = _Feed.READ
        if isinstance(stage, Command) and any(word.source in _FEEDERS for word in stage.words):
            feed = _Feed.READ
            words = [expanded(word, place.known) for word in stage.words[:_MAX_WORDS]]
            if any(map(_changes_what_it_is_fed, runs(words))):
                return _Feed.CHANGED
    return feed


def _changes_what_it_is_fed(run: Run) -> bool:
    return run.fed and bool(write_targets(replace(run, arguments=(*run.arguments, "a", "b"))))


def _in_command(
    command: Command, place: Place, level: Level, *, feed: _Feed
) -> Iterator[NamedFile]:
    yield from _redirected(command.redirections, place, level)
    words = [text for word in command.words for text in _spelled(word, place, level)]
    chain = list(runs(words))
    if chain:
        yield from _of_run(chain[-1], place, feed)
    inside = replace(place, known=known_inside(place.known, command))
    texts = [expanded(word, place.known) for word in command.words[:_MAX_WORDS]]
    for run in runs(texts):
        for line in lines_given(run):
            there = behind_line(run, line, inside)
            yield from _in_line(line.replace(HOLE, "_"), there, level.deeper())
        for code in code_given(run):
            yield from _in_code(code, place, run.program)
        yield from _in_given_text(run, command, inside, level)


def _in_given_text(run: Run, command: Command, place: Place, level: Level) -> Iterator[NamedFile]:
    """The files in a heredoc that the program runs, or is given the words of."""
    for redirection in command.redirections:
        if redirection.operator not in ("<<", "<<-", "<<<") or redirection.target is None:
            continue
        given = expanded(redirection.target, place.known)
        text = given.replace(HOLE, "_")
        if run.program in names("shells"):
            yield from _in_line(text, place, level.deeper())
        elif is_interpreter(run.program):
            yield from _in_code(given, place, run.program)
        elif run.fed:
            changes = _changes_what_it_is_fed(run)
            for word in text.split()[:_MAX_WORDS]:
                yield from _files(word.strip("\"'"), place, writes=changes, is_sure=False)


def _of_run(run: Run, place: Place, feed: _Feed) -> Iterator[NamedFile]:
    if names_only(run) and feed is _Feed.TEXT:
        return
    written = write_targets(run)
    replaced = replaced_targets(run)
    for text in dict.fromkeys((*written, *replaced)):
        yield from _files(text, place, writes=True, is_sure=True, replaces=text in replaced)
    changed = feed is _Feed.CHANGED and run.program in _PRINTERS
    for text in operands_of(run):
        for candidate in _candidates(text):
            yield from _files(candidate, place, writes=changed, is_sure=False)


def _candidates(word: str) -> Iterator[str]:
    """`word`, the value in it if it is an option or has a prefix, and what follows a short one."""
    if not word.startswith("-"):
        yield word
    elif not word.startswith("--"):
        yield word[2:]
    pieces = _PIECES.split(word)
    yield from pieces[1:]


def _in_code(code: str, place: Place, program: str) -> Iterator[NamedFile]:
    """What may be files in the code of an interpreter, which may do anything to most of them."""
    read = _read_by(program, code)
    text = code if read is None else read
    for found in _IN_CODE.finditer(text[:_MAX_CODE].replace(HOLE, "_")):
        yield from _files(found[0], place, writes=read is None, is_sure=False)


def _read_by(program: str, code: str) -> str | None:
    """What of the code may name files that it reads; None if it may do more than to look."""
    if is_python(program):
        return what_python_reads(code)
    return what_node_reads(code) if is_node(program) else None


def _spelled(word: Word, place: Place, level: Level) -> list[str]:
    if not has_all_spellings(word):
        level.skip()
    texts = spellings(word, place.known)
    if not level.affords_words(texts, 0 if level.depth else len(word.source) + 1):
        return []
    return [with_patterns(text) for text in texts]


def _redirected(
    redirections: Sequence[Redirection], place: Place, level: Level
) -> Iterator[NamedFile]:
    for redirection in redirections:
        operator, target = redirection.operator, redirection.target
        if target is None or operator.startswith("<<"):
            continue
        for text in _spelled(target, place, level):
            replaces = operator in _REPLACE
            yield from _files(text, place, writes=">" in operator, is_sure=True, replaces=replaces)


_REPLACE = frozenset({">", ">|", "&>"})


def _files(
    text: str, place: Place, *, writes: bool, is_sure: bool, replaces: bool = False
) -> Iterator[NamedFile]:
    if not text or HOLE in text or text in ("-", "/") or (text == "." and not writes):
        return
    if not text.startswith("/") and place.folder is not None:
        text = f"{place.folder}/{text}"
    yield NamedFile(text, writes=writes, is_sure=is_sure, replaces=replaces)
