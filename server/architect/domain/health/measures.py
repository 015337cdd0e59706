"""What is measured of source code."""

from collections.abc import Sequence

from architect.frozen import frozen

LONG_LINES = 50
"""A function with more lines is long."""

HIGH_COMPLEXITY = 10
"""A function with a greater cyclomatic complexity is complex (McCabe's own limit, 1976)."""


@frozen
class FunctionMeasure:
    """A function: its first line from 1, its lines from there to its end, and those with code.

    `complexity` is McCabe's. A function over a limit has its `shape`, a number for each line with
    code, by which it is found again in another place or under another name.
    """

    path: str
    name: str
    line: int
    lines: int
    code_lines: int
    complexity: int
    shape: tuple[int, ...] = ()

    @property
    def is_long(self) -> bool:
        return self.lines > LONG_LINES

    @property
    def is_complex(self) -> bool:
        return self.complexity > HIGH_COMPLEXITY


@frozen
class CodeLine:
    """A line that counts when duplicates are looked for: where it is, what it says, how much."""

    line: int
    key: int
    tokens: int


@frozen
class FileMeasure:
    """A file: how many lines it has, its functions, and its lines with code."""

    path: str
    lines: int
    functions: tuple[FunctionMeasure, ...]
    code: tuple[CodeLine, ...] = ()


@frozen(order=True)
class Place:
    """Where a duplicate is, from the first to the last line."""

    path: str
    line: int
    end_line: int


@frozen
class Duplicate:
    """Lines that are the same in several places; `shape` has a number for each of them."""

    places: tuple[Place, ...]
    shape: tuple[int, ...]

    @property
    def lines(self) -> int:
        return len(self.shape)


@frozen
class NotMeasured:
    """A file that is left out, and why."""

    path: str
    reason: str


@frozen
class Health:
    """The health of some files. What is said of them has no `code` lines any more."""

    files: tuple[FileMeasure, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    not_measured: tuple[NotMeasured, ...] = ()

    @property
    def functions(self) -> tuple[FunctionMeasure, ...]:
        return tuple(function for file in self.files for function in file.functions)

    @property
    def totals(self) -> "Totals":
        return totals_of(self.functions, self.duplicates, files=len(self.files))


@frozen
class Totals:
    """The numbers of some files: how many functions they have, and how many problems."""

    files: int = 0
    functions: int = 0
    long: int = 0
    complex: int = 0
    duplicates: int = 0

    @property
    def problems(self) -> int:
        return self.long + self.complex + self.duplicates


def totals_of(
    functions: Sequence[FunctionMeasure], duplicates: Sequence[Duplicate], *, files: int
) -> Totals:
    return Totals(
        files=files,
        functions=len(functions),
        long=sum(each.is_long for each in functions),
        complex=sum(each.is_complex for each in functions),
        duplicates=len(duplicates),
    )
