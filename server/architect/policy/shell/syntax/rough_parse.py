"""A line that no grammar accepts, cut into what could be commands.

Only the search for destructive commands uses it, so that broken syntax hides none of them.
"""

import re
from itertools import takewhile

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.syntax.script import (
    Assignment,
    Command,
    Part,
    Pipeline,
    Redirection,
    Script,
    Text,
    Variable,
    Word,
)

_MAX_CHARACTERS = 50_000
_MAX_WORDS = 5_000

_TOKEN = lazy_pattern(
    r"(?P<blank>[ \t\r]+|\\\n)"
    r"|(?P<pipe>\|&?(?!\|))"
    r"|(?P<redirect>[0-9]*(?:&>>?|[<>]&|>>?|>\||<>))"
    r"|(?P<end>[;&|\n()`]+|\$\(|(?<![^\s;&|()])[{}!](?=\s|$))"
    r"|(?P<ansi>\$?'[^']*'?)"
    r'|(?P<double>\$?"(?:[^"\\]|\\.)*"?)'
    r"|(?P<variable>\$\{?[A-Za-z_][A-Za-z0-9_]*\}?)"
    r"|(?P<escaped>\\.)"
    r"|(?P<text>[^\s;&|()`'\"\\$<>]+|.)",
    re.DOTALL,
)


def rough_script(line: str) -> Script:
    """The commands that may be in `line`; bounded in time and size."""
    cut = _Cutter()
    for match in _TOKEN.finditer(line[:_MAX_CHARACTERS]):
        cut.take(match)
        if cut.words > _MAX_WORDS:
            break
    return cut.script()


class _Cutter:
    """Collects parts into words, words into commands, commands into pipelines."""

    def __init__(self) -> None:
        self.words = 0
        self._parts: list[Part] = []
        self._source = ""
        self._command: list[Word] = []
        self._redirections: list[Redirection] = []
        self._pending: str | None = None
        self._stages: list[Command] = []
        self._pipelines: list[Pipeline] = []

    def take(self, match: re.Match[str]) -> None:
        text = match[0]
        match match.lastgroup:
            case "blank":
                self._end_word()
            case "pipe":
                self._end_command()
            case "redirect":
                self._end_word()
                self._pending = text.lstrip("0123456789")
            case "end" if set(text) <= set("()`"):
                self._end_command()
            case "end":
                self._end_pipeline()
            case "ansi" | "double":
                self._add(Text(text.lstrip("$").strip(text.lstrip("$")[:1]), quoted=True), text)
            case "variable":
                self._add(Variable(text.strip("${}")), text)
            case "escaped":
                self._add(Text(text[1:], quoted=True), text)
            case _:
                self._add(Text(text), text)

    def script(self) -> Script:
        self._end_pipeline()
        return Script(tuple(self._pipelines))

    def _add(self, part: Part, source: str) -> None:
        self._parts.append(part)
        self._source += source

    def _end_word(self) -> None:
        if not self._parts:
            return
        word = Word(tuple(self._parts), self._source)
        self._parts, self._source = [], ""
        self.words += 1
        if self._pending is not None:
            self._redirections.append(Redirection(self._pending, word))
            self._pending = None
        else:
            self._command.append(word)

    def _end_command(self) -> None:
        self._end_word()
        if self._command or self._redirections:
            assignments = [*takewhile(bool, map(_assignment, self._command))]
            words = tuple(self._command[len(assignments) :])
            redirections = tuple(self._redirections)
            self._stages.append(Command(words, tuple(filter(None, assignments)), redirections))
        self._command, self._redirections, self._pending = [], [], None

    def _end_pipeline(self) -> None:
        self._end_command()
        if self._stages:
            self._pipelines.append(Pipeline(tuple(self._stages)))
            self._stages = []


_ASSIGNS = lazy_pattern(r"([A-Za-z_]\w*)(\+?)=", re.ASCII)


def _assignment(word: Word) -> Assignment | None:
    """What `word` assigns in front of a command; None if it is none."""
    first = word.parts[0]
    if not isinstance(first, Text) or first.quoted or not (found := _ASSIGNS.match(first.value)):
        return None
    rest = first.value[found.end() :]
    parts = (*((Text(rest),) if rest else ()), *word.parts[1:])
    value = Word(parts, word.source[found.end() :])
    return Assignment(found[1], (value,), appends=bool(found[2]))
