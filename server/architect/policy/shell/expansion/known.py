"""What is known of the values of variables."""

from collections.abc import Mapping, Sequence
from dataclasses import field

from architect.frozen import frozen

HOLE = "\0"
"""Stands for what is not known; no line can contain it."""

MAX_CHARACTERS = 10_000
"""Of a value; one that grows with each assignment is not followed for ever."""


@frozen
class Known:
    """The values of variables, home and current folder included."""

    values: dict[str, str] = field(default_factory=dict[str, str])

    def with_arguments(self, arguments: Sequence[str], *, first: int = 1) -> "Known":
        """These values and `$1`, `$2` and so on, or from `$0` on if `first` is 0."""
        numbered = {str(number): text for number, text in enumerate(arguments, first)}
        together = " ".join(arguments[1 - first :])
        return Known({**self.values, **numbered, "@": together, "*": together})

    def with_value(self, name: str, text: str) -> "Known":
        """These values and `name`, which is `text` now."""
        return self.with_values({name: text})

    def with_values(self, texts: Mapping[str, str]) -> "Known":
        """These values and those of `texts`."""
        return Known({**self.values, **texts})
