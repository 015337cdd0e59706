"""What of the health of code is another than before."""

from typing import Literal

from architect.frozen import frozen

Kind = Literal["long", "complex", "duplicate"]


@frozen
class HealthChange:
    """One measure that is another now; `before` 0 if it is new, `after` 0 if it is gone.

    It is the number of lines of a long function, the complexity of a complex one, and the lines of
    a duplicate that need not be there. `path` and `line` are where it is, or was. `name` is that of
    the function; of a duplicate it is where else it is.
    """

    kind: Kind
    path: str
    line: int
    name: str
    before: int
    after: int


@frozen
class Comparison:
    worse: tuple[HealthChange, ...] = ()
    better: tuple[HealthChange, ...] = ()
