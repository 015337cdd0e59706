"""What no mode may run, whoever says yes: destruction, foreign programs, other users' rights."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from architect.policy.shell.blocklist.destruction import destruction
from architect.policy.shell.blocklist.downloads import downloads_run, texts_run
from architect.policy.shell.blocklist.fork_bombs import fork_bombs
from architect.policy.shell.blocklist.overwriting import overwritten
from architect.policy.shell.blocklist.rough_checks import (
    backticked,
    matched,
    spelled_out,
    without_extended_globs,
)
from architect.policy.shell.expansion.assignments import known_inside, with_assignments
from architect.policy.shell.expansion.expand import (
    expanded,
    has_all_spellings,
    literal,
    output_of,
    piped_text,
)
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.expansion.unset_variables import unset_variables
from architect.policy.shell.level import Level
from architect.policy.shell.place import ROOT, Place
from architect.policy.shell.programs.table import names
from architect.policy.shell.syntax.escapes import ansi_c_text
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
from architect.policy.shell.wrappers.all_commands import command_texts
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
from architect.policy.shell.wrappers.interpreted import (
    code_given,
    decoded_in_code,
    destruction_in_code,
    is_interpreter,
    lines_in_code,
)
from architect.policy.shell.wrappers.runners import Run, lines_given, runs, set_by_env

_MAX_WORDS = 5_000
_MAX_COMMANDS = 5_000
"""As many as fit into a line of 10,000 characters: padding must hide nothing."""

_MAX_STAGES = 100
_DELETES_THERE = ("deletes", "find deletes", "fd deletes")
_MAX_VALUES = 8
"""Of what a loop or xargs reads."""

_TAKE_PATTERNS = frozenset({"find", "gfind", "fd", "fdfind", "rimraf", "del-cli"})
"""Programs that fit quoted patterns themselves."""

_RUN_THEIR_INPUT = frozenset({"at", "batch", "parallel", "source", "."})


def blocked_by(
    line: str, script: Script, place: Place, patterns: Sequence[str] = ()
) -> Iterator[str]:
    """Why `line`, parsed as `script`, is blocked; nothing if it is not."""
    level = Level()
    for pattern in patterns:
        for text in (line, *command_texts(line)):
            yield from matched(pattern, text)
    yield from _offences(script, place, level)
    if script.oddities:
        yield from _rough_offences(line, script, place, level)
        yield from spelled_out(line)
    if level.is_used_up:
        yield "has functions or lines inside lines that run more commands than can be judged"


def _rough_offences(line: str, script: Script, place: Place, level: Level) -> Iterator[str]:
    """The offences of a line that is broken, or too clever."""
    yield from _offences(rough_script(without_extended_globs(line)), place, level)
    for text in backticked(script):
        yield from _line_offences(text, place, level.deeper())


def _line_offences(line: str, place: Place, level: Level) -> Iterator[str]:
    """The offences of a line inside the line."""
    if level.is_too_deep or not line.strip() or not level.affords_parsing(line):
        return
    script = parse(line)
    yield from _offences(script, place, level)
    if script.oddities:
        yield from _rough_offences(line, script, place, level)


def _offences(script: Script, place: Place, level: Level) -> Iterator[str]:
    known = with_assignments(place.known, script)
    here = replace(place, known=known)
    yield from fork_bombs(script)
    yield from downloads_run(script, known)
    for text in texts_run(script, known):
        yield from _line_offences(text, place, level.deeper())
    functions = functions_of(script)
    yield from _in_order(script, here, level, functions)
    if unset := unset_variables(script, known):
        bare = replace(place, known=known.with_values(dict.fromkeys(unset, "")))
        for reason in _in_order(script, bare, level, functions):
            if ROOT in reason and reason.startswith(_DELETES_THERE):
                yield f"{reason} where ${unset[0]} is not set; write ${{{unset[0]}:?}}"


def _in_order(script: Script, place: Place, level: Level, functions: Functions) -> Iterator[str]:
    """The offences of each command, in the folder that the commands before it went to."""
    for pipeline in script.pipelines[:_MAX_COMMANDS]:
        if not level.affords(len(pipeline.stages)):
            return
        yield from _fed_to_shells(pipeline, place, level, functions)
        for stage in pipeline.stages:
            for inner in inner_scripts(stage):
                for here in places_inside(stage, place):
                    yield from _in_order(inner, here, level, functions)
            if isinstance(stage, Command):
                yield from _command_offences(stage, place, level)
                for body, here in called(stage, functions, place, level):
                    yield from _in_order(body, here, level.deeper(), functions)
            elif isinstance(stage, Block):
                yield from overwritten(stage, place)
                for text in _given_texts(stage, place):
                    yield from _read_in_loop(stage, text, place, level, functions)
        place = place_behind(pipeline, place)


def _command_offences(command: Command, place: Place, level: Level) -> Iterator[str]:
    yield from overwritten(command, place)
    words = spelled(command.words[:_MAX_WORDS], place.known, level)
    texts = [expanded(word, place.known) for word in command.words[:_MAX_WORDS]]
    for run in runs(words):
        yield from destruction(run, place)
    if not all(map(has_all_spellings, command.words)):
        yield from _destroys_unseen(words, place)
    inside = replace(place, known=known_inside(place.known, command).with_values(set_by_env(texts)))
    for run in runs(texts):
        if run.program in _TAKE_PATTERNS:
            yield from destruction(run, place)
        for line in lines_given(run):
            there = behind_line(run, line, inside)
            yield from _line_offences(line.replace(HOLE, "_"), there, level.deeper())
        for line in (
            *lines_in_inline_scripts(run),
            *lines_in_container(run.program, run.arguments),
        ):
            yield from _line_offences(line.replace(HOLE, "_"), inside, level.deeper())
        for code in code_given(run):
            yield from _code_offences(code, place, level)
            if run.program in ("pwsh", "powershell"):
                deleting = re.sub(r"(?i)\b(?:Remove-Item|ri|rd|del)\b", "rm -r", code)
                yield from _line_offences(deleting, inside, level.deeper())
    for line in lines_in_variables(command, place.known):
        yield from _line_offences(line, place, level.deeper())
    for text in _given_texts(command, place):
        yield from _run_text(command, text, inside, level)


def _destroys_unseen(words: Sequence[str], place: Place) -> Iterator[str]:
    """Whether a command with words that are not expanded to their end may destroy something."""
    for run in runs([*words, "/"]):
        if any(destruction(run, place)):
            yield "deletes or overwrites what braces stand for, which are too many words to see"


def _code_offences(code: str, place: Place, level: Level) -> Iterator[str]:
    yield from destruction_in_code(code, place)
    for text in decoded_in_code(code) if not level.is_last else ():
        yield from _code_offences(text, place, level.deeper())
        yield from _line_offences(text, place, level.deeper())
    for line in lines_in_code(code):
        yield from _line_offences(line, place, level.deeper())
        if not level.is_last and "\\" in line:
            yield from _code_offences(ansi_c_text(line), place, level.deeper())


def _given_texts(command: Command | Block, place: Place) -> Iterator[str]:
    """The heredocs, the here-strings and the streams that `command` may read."""
    targets = [r.target for r in command.redirections if r.operator == "<" and r.target]
    for part in (part for word in (*targets, *command.words) for part in word.parts):
        if isinstance(part, Stream):
            text = output_of(part.script, place.known)
            if text is not None:
                yield text
    for redirection in command.redirections:
        if redirection.operator in ("<<", "<<-", "<<<") and redirection.target is not None:
            yield expanded(redirection.target, place.known)


def _run_text(command: Command, text: str, place: Place, level: Level) -> Iterator[str]:
    """The offences of `text` if `command` runs what it reads."""
    for run in runs([expanded(word, place.known) for word in command.words]):
        if run.program in names("shells") or run.program in _RUN_THEIR_INPUT:
            yield from _line_offences(text.replace(HOLE, "_"), place, level.deeper())
        elif is_interpreter(run.program):
            yield from _code_offences(text, place, level)
        elif run.program in ("make", "gmake") or run.program in names(
            "programs with an escape to the shell"
        ):
            for line in lines_read(run.program, text):
                yield from _line_offences(line, place, level.deeper())
        elif run.program == "crontab":
            for job in text.split("\n"):
                yield from _line_offences(" ".join(job.split()[5:]), place, level.deeper())
        elif run.fed:
            yield from _fed(run, text.split(), place)
    yield from _filled_in(command, text, place, level)


def _filled_in(command: Command, text: str, place: Place, level: Level) -> Iterator[str]:
    """The offences of `xargs -I% sh -c 'rm -rf %'`, once with each line of `text`."""
    words = [expanded(word, place.known) for word in command.words]
    markers = [after for word, after in pairwise(words) if word in ("-I", "-J", "--replace")]
    markers += [word[2:] for word in words if re.fullmatch(r"-[IJ].+", word)]
    markers += ["{}" for word in words if word == "-i"]
    if not markers or words[0] not in ("xargs", "gxargs"):
        return
    for value in text.split("\n")[:_MAX_VALUES]:
        filled = [word.replace(markers[0], value) for word in words]
        for run in runs(filled):
            yield from destruction(run, place)
            for line in lines_given(run):
                yield from _line_offences(line, place, level.deeper())


def _read_in_loop(
    block: Block, text: str, place: Place, level: Level, functions: Functions
) -> Iterator[str]:
    """The offences of `while read x; do rm -rf "$x"; done`, once with each line of `text`."""
    readers = [one.words for one in commands(block.script) if one.words]
    names_read = [literal(words[-1]) for words in readers if literal(words[0]) == "read"]
    for name in (name for name in names_read[:1] if name):
        for value in text.split("\n")[:_MAX_VALUES]:
            known = place.known.with_value(name, value.strip())
            inside = replace(place, known=known)
            yield from _in_order(block.script, inside, level.deeper(), functions)


def _fed_to_shells(
    pipeline: Pipeline, place: Place, level: Level, functions: Functions
) -> Iterator[str]:
    """The offences of known text that is piped into a shell, an interpreter or xargs."""
    for index, stage in enumerate(pipeline.stages[1:_MAX_STAGES], 1):
        inner = [stage] if isinstance(stage, Command) else []
        if isinstance(stage, Block):
            inner = [one for one in stages(stage.script) if isinstance(one, Command)]
        before = Pipeline(pipeline.stages[:index])
        text = piped_text(before, place.known) if inner else None
        if isinstance(stage, Block) and text is not None:
            yield from _read_in_loop(stage, text, place, level, functions)
        for command in inner:
            if text is not None:
                yield from _run_text(command, text, place, level)


def _fed(run: Run, more: Sequence[str], place: Place) -> Iterator[str]:
    """The offences of `run` with the arguments that xargs adds."""
    full = Run(run.program, (*run.arguments, *more))
    yield from destruction(full, place)
