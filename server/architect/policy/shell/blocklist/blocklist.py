"""What no mode may run, whoever says yes: destruction, foreign programs, other users' rights."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import assert_never

from architect.l10n import english
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
from architect.policy.shell.expansion.assignments import with_assignments
from architect.policy.shell.expansion.expand import expanded, has_all_spellings
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.expansion.unset_variables import unset_variables
from architect.policy.shell.level import Level
from architect.policy.shell.place import ROOT, Place
from architect.policy.shell.syntax.escapes import ansi_c_text
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.rough_parse import rough_script
from architect.policy.shell.syntax.script import Command, Script
from architect.policy.shell.wrappers.all_commands import command_texts
from architect.policy.shell.wrappers.calls import lines_in_variables, spelled
from architect.policy.shell.wrappers.inline_scripts import lines_read
from architect.policy.shell.wrappers.interpreted import (
    code_given,
    decoded_in_code,
    destruction_in_code,
    is_interpreter,
    lines_in_code,
)
from architect.policy.shell.wrappers.read_programs import runs_lines
from architect.policy.shell.wrappers.runners import lines_given, runs
from architect.policy.shell.wrappers.walk import (
    Reads,
    ReadsUnknown,
    Runs,
    lines_of,
    place_in,
    runs_of_words,
    walk,
)

_MAX_WORDS = 5_000
_DELETES_THERE = ("deletes", "find deletes", "fd deletes")
_MAX_VALUES = 8
"""Of what xargs reads."""

_TAKE_PATTERNS = frozenset({"find", "gfind", "fd", "fdfind", "rimraf", "del-cli"})
"""Programs that fit quoted patterns themselves."""


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
        yield english(
            "has functions or lines inside lines that run more commands than can be judged"
        )


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
    yield from _each(script, here, level)
    if unset := unset_variables(script, known):
        bare = replace(place, known=known.with_values(dict.fromkeys(unset, "")))
        for reason in _each(script, bare, level):
            if ROOT in reason and reason.startswith(_DELETES_THERE):
                yield english(
                    "{reason} where ${unset} is not set; write ${{{unset}:?}}",
                    reason=reason,
                    unset=unset[0],
                )


def _each(script: Script, place: Place, level: Level) -> Iterator[str]:
    """The offences of each command, in the folder that the commands before it went to."""
    for visit in walk(script, place, level):
        match visit:
            case Runs():
                yield from overwritten(visit.stage, visit.place)
                if isinstance(visit.stage, Command):
                    yield from _command_offences(visit.stage, visit.place, visit.level)
            case Reads():
                yield from _run_text(visit.command, visit.text, visit.place, visit.level)
            case ReadsUnknown():
                pass
            case _:
                assert_never(visit)


def _command_offences(command: Command, place: Place, level: Level) -> Iterator[str]:
    words = spelled(command.words[:_MAX_WORDS], place.known, level)
    texts = [expanded(word, place.known) for word in command.words[:_MAX_WORDS]]
    split = list(runs(words))
    for run in split:
        yield from destruction(run, place)
    if not all(map(has_all_spellings, command.words)):
        yield from _destroys_unseen(words, place)
    inside = place_in(command, place)
    for run in split if texts == words else runs(texts):
        if run.program in _TAKE_PATTERNS:
            yield from destruction(run, place)
        for line, there in lines_of(run, inside):
            yield from _line_offences(line.replace(HOLE, "_"), there, level.deeper())
        for code in code_given(run):
            yield from _code_offences(code, place, level)
            if run.program in ("pwsh", "powershell"):
                deleting = re.sub(r"(?i)\b(?:Remove-Item|ri|rd|del)\b", "rm -r", code)
                yield from _line_offences(deleting, inside, level.deeper())
    for line in lines_in_variables(command, place.known):
        yield from _line_offences(line, place, level.deeper())


def _destroys_unseen(words: Sequence[str], place: Place) -> Iterator[str]:
    """Whether a command with words that are not expanded to their end may destroy something."""
    for run in runs([*words, "/"]):
        if any(destruction(run, place)):
            yield english(
                "deletes or overwrites what braces stand for, which are too many words to see"
            )


def _code_offences(code: str, place: Place, level: Level) -> Iterator[str]:
    yield from destruction_in_code(code, place)
    for text in decoded_in_code(code) if not level.is_last else ():
        yield from _code_offences(text, place, level.deeper())
        yield from _line_offences(text, place, level.deeper())
    for line in lines_in_code(code):
        yield from _line_offences(line, place, level.deeper())
        if not level.is_last and "\\" in line:
            yield from _code_offences(ansi_c_text(line), place, level.deeper())


def _run_text(command: Command, text: str, place: Place, level: Level) -> Iterator[str]:
    """The offences of `text` if `command` runs what it reads."""
    inside = place_in(command, place)
    for run in runs_of_words(command, place, level):
        if runs_lines(run.program):
            yield from _line_offences(text.replace(HOLE, "_"), inside, level.deeper())
        elif is_interpreter(run.program):
            yield from _code_offences(text, inside, level)
        elif run.fed:
            full = replace(run, arguments=(*run.arguments, *text.split()[:_MAX_WORDS]))
            yield from destruction(full, place)
        else:
            for line in lines_read(run.program, text):
                yield from _line_offences(line, inside, level.deeper())
    yield from _filled_in(command, text, inside, level)


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
