"""How far a look into a line goes: into functions it calls, and into lines inside of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from architect.frozen import frozen

_MAX_DEPTH = 8

_MAX_STEPS = 6_000
"""Of one look at a line, in commands; they take some 0.15 s."""

_CHARACTERS_A_STEP = 10
"""Parsing so many takes about as long as looking at a command."""

_EXPANDED_A_STEP = 40
"""Characters of words that variables, braces and arguments stand for, and that are looked at."""


@dataclass(slots=True)
class _Effort:
    steps: float = _MAX_STEPS
    skips: bool = False


@frozen
class Level:
    """How many lines and functions lead to a script, and what may still be looked at below the top.

    What is written once in a line may run any number of times: ten words that define functions can
    stand for a million commands. The top itself is free; it is no longer than the line.
    """

    depth: int = 0
    _effort: _Effort = field(default_factory=_Effort)

    def deeper(self) -> "Level":
        return Level(self.depth + 1, self._effort)

    @property
    def is_last(self) -> bool:
        """Whether nothing below is looked at."""
        return self.depth >= _MAX_DEPTH

    @property
    def is_too_deep(self) -> bool:
        return self.depth > _MAX_DEPTH

    @property
    def is_used_up(self) -> bool:
        """Whether something was left out because there was too much of it."""
        return self._effort.steps < 0

    @property
    def is_complete(self) -> bool:
        """Whether everything was looked at as a whole."""
        return not self._effort.skips and not self.is_used_up

    def skip(self) -> None:
        """Remember that a part could not be looked at as a whole."""
        self._effort.skips = True

    def affords(self, commands: int) -> bool:
        """Whether so many commands may be looked at."""
        if self.depth > 0:
            self._effort.steps -= commands
        return not self.is_used_up

    def affords_words(self, texts: Sequence[str], source_characters: int = 0) -> bool:
        """Whether words may be looked at that are longer than what is written, at any depth."""
        more = sum(map(len, texts)) + len(texts) - source_characters
        self._effort.steps -= max(0, more) / _EXPANDED_A_STEP
        return not self.is_used_up

    def affords_parsing(self, line: str) -> bool:
        """Whether `line` may be parsed."""
        return self.affords(1 + len(line) // _CHARACTERS_A_STEP)
