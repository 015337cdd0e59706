"""What counts as worse, and what as moved: tables and generated moves."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from architect.domain.health.comparison import compared
from architect.domain.health.duplicates import duplicates_in
from architect.domain.health.measures import CodeLine, FileMeasure, FunctionMeasure, Health


def function(
    name: str, complexity: int = 1, lines: int = 10, *, path: str = "a.py", line: int = 1
) -> FunctionMeasure:
    """A function of which each line says its name."""
    is_over = complexity > 10 or lines > 50
    shape = tuple(hash((name, n)) for n in range(lines)) if is_over else ()
    return FunctionMeasure(path, name, line, lines, lines, complexity, shape)


def health(*functions: FunctionMeasure) -> Health:
    return Health((FileMeasure("a.py", 1, functions),))


def told(before: Health, after: Health) -> list[tuple[str, str, int, int]]:
    changes = compared(before, after)
    both = (*changes.worse, *changes.better)
    return [(one.kind, one.name, one.before, one.after) for one in both]


def test_a_problem_counts_when_it_appears_grows_or_goes() -> None:
    before = health(function("new_one", 8), function("same", 14), function("gone", 20))
    after = health(function("new_one", 12), function("same", 14), function("small", 9))
    assert told(before, after) == [("complex", "new_one", 8, 12), ("complex", "gone", 20, 0)]


def test_anonymous_functions_of_one_name_are_compared_by_their_ranks() -> None:
    before = health(function("", 20), function("", 12, line=9))
    after = health(function("", 3), function("", 12, line=20), function("", 20, line=40))
    assert told(before, after) == []


@given(
    complexities=st.lists(st.integers(1, 40), min_size=1, max_size=8),
    lengths=st.lists(st.integers(1, 120), min_size=8, max_size=8),
    places=st.lists(st.tuples(st.sampled_from(["a.py", "b.py", "c/d.py"]), st.integers(1, 900))),
    renames=st.booleans(),
)
def test_functions_that_only_moved_are_the_same(
    complexities: Sequence[int],
    lengths: Sequence[int],
    places: Sequence[tuple[str, int]],
    renames: bool,
) -> None:
    pairs = list(zip(complexities, lengths, strict=False))
    before = [function(f"f{n}", c, length) for n, (c, length) in enumerate(pairs)]
    places = [*places, *[("z.py", 1)] * len(before)]
    after = [
        FunctionMeasure(path, f"A.{one.name}" if renames else one.name, line, *_measures(one))
        for one, (path, line) in zip(before, places, strict=False)
    ]
    assert told(health(*before), health(*reversed(after))) == []


def _measures(one: FunctionMeasure) -> tuple[int, int, int, tuple[int, ...]]:
    return (one.lines, one.code_lines, one.complexity, one.shape)


def lines_of(*keys: int) -> list[CodeLine]:
    return [CodeLine(n, key, 10) for n, key in enumerate(keys, 1)]


def with_duplicates(**files: Sequence[CodeLine]) -> Health:
    return Health((), duplicates_in(files))


BLOCK = range(100, 120)


def test_a_duplicate_whose_copies_are_edited_alike_or_apart_is_no_new_one() -> None:
    before = with_duplicates(a=lines_of(*BLOCK), b=lines_of(*BLOCK))
    alike = [*BLOCK[:10], 7, *BLOCK[11:]]
    assert told(before, with_duplicates(a=lines_of(*alike), b=lines_of(*alike))) == []
    apart = told(before, with_duplicates(a=lines_of(*alike), b=lines_of(*BLOCK)))
    assert apart == [("duplicate", "b:1", 20, 10)]


def test_a_third_copy_is_worse_and_a_moved_one_is_not() -> None:
    before = with_duplicates(a=lines_of(*BLOCK), b=lines_of(*BLOCK))
    assert told(before, with_duplicates(a=lines_of(1, 2, *BLOCK), c=lines_of(*BLOCK))) == []
    third = with_duplicates(a=lines_of(*BLOCK), b=lines_of(*BLOCK), c=lines_of(*BLOCK))
    assert told(before, third) == [("duplicate", "b:1 and 1 more", 20, 40)]


@given(st.lists(st.lists(st.integers(0, 6), max_size=60), min_size=1, max_size=4))
def test_every_duplicate_says_the_same_in_places_that_do_not_overlap(
    files: Sequence[Sequence[int]],
) -> None:
    named = {f"f{n}": lines_of(*keys) for n, keys in enumerate(files)}
    for block in duplicates_in(named):
        assert len(block.places) > 1
        for place in block.places:
            lines = named[place.path][place.line - 1 : place.end_line]
            assert tuple(line.key for line in lines) == block.shape
        spots = [(p.path, n) for p in block.places for n in range(p.line, p.end_line + 1)]
        assert len(set(spots)) == len(spots)
