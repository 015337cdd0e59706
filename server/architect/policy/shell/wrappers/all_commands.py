"""Every program that a line may run, however it is wrapped, called or fed.

For what the user denied or blocked, and for what discards something. The blocklist goes the same
ways, but judges each command where it stands.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from architect.policy.shell.expansion.assignments import known_inside, with_assignments
from architect.policy.shell.expansion.expand import (
    expanded,
    literal,
    output_of,
    piped_text,
)
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.git_discards import git_subcommand
from architect.policy.shell.level import Level
from architect.policy.shell.place import Place
from architect.policy.shell.programs.table import names
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.rough_parse import rough_script
from architect.policy.shell.syntax.script import (
    Block,
    Command,
    Pipeline,
    Script,
    Stream,
    commands,
    inner_scripts,
    stages,
)
from architect.policy.shell.wrappers.calls import (
    Functions,
    behind_line,
    called,
    functions_of,
    lines_in_variables,
    place_behind,
    places_inside,
    spelled,
)
from architect.policy.shell.wrappers.containers import lines_in_container
from architect.policy.shell.wrappers.inline_scripts import lines_in_inline_scripts, lines_read
from architect.policy.shell.wrappers.interpreted import code_given, is_interpreter, lines_in_code
from architect.policy.shell.wrappers.read_programs import runs_its_input
from architect.policy.shell.wrappers.runners import Run, lines_given, runs

UNKNOWN = Run(HOLE, ())
"""A program that nobody can know before it runs."""

_MAX_WORDS = 5_000
_MAX_STAGES = 50
"""Of a pipeline; for each one all before it are looked through."""

_MAX_VALUES = 8
"""Of what a loop reads."""

_RUN_THEIR_INPUT = frozenset({"at", "batch", "parallel", "source", "."})


def all_commands(line: str, place: Place | None = None) -> Iterator[Run]:
    """The programs with their arguments; `HOLE` stands for what is not known before it runs.

    What is beyond the effort that a line is worth is `UNKNOWN`, too.
    """
    level = Level()
    yield from _in_line(line, place or Place.of(None, None, None, {}), level)
    if not level.is_complete:
        yield UNKNOWN


_MAX_TEXTS = 1_000


def command_texts(line: str) -> tuple[str, ...]:
    """Each command that `line` may run as plain words, for patterns that a user has written.

    Of git also without the options before its subcommand.
    """
    texts: dict[str, None] = {}
    for run in islice(all_commands(line), _MAX_TEXTS):
        words = [run.program, *run.arguments]
        texts[" ".join(words).replace(HOLE, "*")] = None
        if run.program == "git":
            subcommand, rest = git_subcommand(run.arguments)
            texts[" ".join(("git", subcommand, *rest)).replace(HOLE, "*")] = None
    return tuple(texts)


def _in_line(line: str, place: Place, level: Level) -> Iterator[Run]:
    if not line.strip() or level.is_too_deep or not level.affords_parsing(line):
        return
    script = parse(line)
    rough = [rough_script(line.replace("\\\n", ""))] if script.oddities else []
    if rough and not script.pipelines:
        level.skip()
    for one in (script, *rough):
        here = replace(place, known=with_assignments(place.known, one))
        yield from _in_order(one, here, level, functions_of(one))


def _in_order(script: Script, place: Place, level: Level, functions: Functions) -> Iterator[Run]:
    for pipeline in script.pipelines:
        if not level.affords(len(pipeline.stages)):
            return
        yield from _piped(pipeline, place, level, functions)
        for stage in pipeline.stages:
            for inner in inner_scripts(stage):
                for here in places_inside(stage, place):
                    yield from _in_order(inner, here, level, functions)
            if isinstance(stage, Command):
                yield from _of_command(stage, place, level)
                for body, here in called(stage, functions, place, level):
                    yield from _in_order(body, here, level.deeper(), functions)
            elif isinstance(stage, Block):
                for text in _given_texts(stage, place):
                    yield from _read_in_loop(stage, text, place, level, functions)
        place = place_behind(pipeline, place)


def _of_command(command: Command, place: Place, level: Level) -> Iterator[Run]:
    words = spelled(command.words, place.known, level)
    inside = replace(place, known=known_inside(place.known, command))
    texts = list(_given_texts(command, place))
    for run in runs(words[:_MAX_WORDS]):
        yield run
        for line in (*lines_given(run), *lines_in_inline_scripts(run)):
            yield from _inner_line(line, behind_line(run, line, inside), level)
        for line in lines_in_container(run.program, run.arguments):
            yield from _inner_line(line, inside, level)
        for code in code_given(run):
            for line in lines_in_code(code):
                yield from _inner_line(line, inside, level)
        for text in texts:
            yield from _fed(run, text, inside, level)
    for line in lines_in_variables(command, place.known):
        yield from _inner_line(line, place, level)


def _inner_line(line: str, place: Place, level: Level) -> Iterator[Run]:
    if line.lstrip().startswith(HOLE):
        yield UNKNOWN
    yield from _in_line(line.replace(HOLE, "_"), place, level.deeper())


def _fed(run: Run, text: str, place: Place, level: Level) -> Iterator[Run]:
    """The programs that `run` runs because it reads `text`."""
    if run.program in names("shells") or run.program in _RUN_THEIR_INPUT:
        yield from _inner_line(text, place, level)
    elif is_interpreter(run.program):
        yield replace(run, arguments=(*run.arguments, "-c", text))
        for line in lines_in_code(text):
            yield from _inner_line(line, place, level)
    elif run.fed:
        yield replace(run, arguments=(*run.arguments, *text.split()[:_MAX_WORDS]))
    else:
        for line in lines_read(run.program, text):
            yield from _inner_line(line, place, level)


def _piped(pipeline: Pipeline, place: Place, level: Level, functions: Functions) -> Iterator[Run]:
    """What is run of the text that one stage prints and the next one reads."""
    if len(pipeline.stages) > _MAX_STAGES:
        level.skip()
    for index, stage in enumerate(pipeline.stages[1:_MAX_STAGES], 1):
        inner = [stage] if isinstance(stage, Command) else []
        if isinstance(stage, Block):
            inner = [one for one in stages(stage.script) if isinstance(one, Command)]
        text = piped_text(Pipeline(pipeline.stages[:index]), place.known)
        if text is None:
            if runs_its_input(stage, place.known):
                yield UNKNOWN
            continue
        if isinstance(stage, Block):
            yield from _read_in_loop(stage, text, place, level, functions)
        for command in inner:
            words = [expanded(word, place.known) for word in command.words[:_MAX_WORDS]]
            for run in runs(words):
                yield from _fed(run, text, place, level)


def _read_in_loop(
    block: Block, text: str, place: Place, level: Level, functions: Functions
) -> Iterator[Run]:
    """What `while read x; do ...; done` runs, once with each line of `text`."""
    readers = [one.words for one in commands(block.script) if one.words]
    read = [literal(words[-1]) for words in readers if literal(words[0]) == "read"]
    for name in (name for name in read[:1] if name):
        for value in text.split("\n")[:_MAX_VALUES]:
            inside = replace(place, known=place.known.with_value(name, value.strip()))
            yield from _in_order(block.script, inside, level.deeper(), functions)


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
