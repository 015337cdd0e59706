"""What is wrong with a value from outside."""

from collections.abc import Sequence
from typing import Any

from architect.frozen import frozen
from architect.l10n import at, joined

Place = tuple[str | int, ...]
"""Where a value stands: `("agents", "mine", "allowed_tools", 0)`."""


@frozen
class Problem:
    """One thing that is wrong with the value `given` at `place`.

    `kind` is one of the words of https://docs.pydantic.dev/latest/errors/validation_errors/, or
    of the check that refused the value; `text` says it to models and programs.
    """

    kind: str
    place: Place
    text: str
    given: Any

    def __str__(self) -> str:
        where = ".".join(map(str, self.place))
        return at(where, self.text) if where else self.text


class ValidationError(ValueError):
    """Everything that is wrong with a value."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(joined("; ", map(str, problems)))
        self.problems = tuple(problems)


class Refused(ValidationError):
    """A check does not take a value: of what kind that is, and why."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__([Problem(kind, (), text, None)])


class Gathered:
    """The problems of the parts of one value."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    def add(self, error: ValidationError, *place: str | int, given: Any) -> None:
        """What is wrong with the part at `place`, which was `given`."""
        for each in error.problems:
            innermost = given if isinstance(error, Refused) else each.given
            self._problems.append(Problem(each.kind, (*place, *each.place), each.text, innermost))

    def raise_if_any(self) -> None:
        """Raise what was added.

        Raises:
            ValidationError: something was.
        """
        if self._problems:
            raise ValidationError(self._problems)
