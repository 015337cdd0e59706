"""What of the health of code became better or worse: pure functions of two measures.

A function that has only moved, to another file or under another name, is the same function, and
one that was split off from another is compared with that. So nothing is worse because it is
elsewhere.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter

from architect.domain.health.changes import Comparison, HealthChange, Kind
from architect.domain.health.duplicates import LEAST_LINES
from architect.domain.health.measures import Duplicate, FunctionMeasure, Health, Place
from architect.l10n import english

_ALIKE = 0.7
"""Of the lines of a function: with so many in common, one comes from the other."""

_SAME_BLOCK = 0.5


def compared(before: Health, after: Health) -> Comparison:
    """What is worse and what is better in `after`, the worst first."""
    pairs = _paired(before.functions, after.functions)
    changes = [
        *_function_changes(pairs, "long", _lines, _is_long),
        *_function_changes(pairs, "complex", _complexity, _is_complex),
        *_duplicate_changes(before.duplicates, after.duplicates),
    ]
    changes.sort(key=lambda one: (-abs(one.after - one.before), one.path, one.line))
    return Comparison(
        tuple(one for one in changes if one.after > one.before),
        tuple(one for one in changes if one.after < one.before),
    )


_Pair = tuple[FunctionMeasure | None, FunctionMeasure | None]
_Value = Callable[[FunctionMeasure], int]
_IsOver = Callable[[FunctionMeasure], bool]


_lines: _Value = attrgetter("lines")
_complexity: _Value = attrgetter("complexity")
_is_long: _IsOver = attrgetter("is_long")
_is_complex: _IsOver = attrgetter("is_complex")


def _function_changes(
    pairs: Sequence[_Pair], kind: Kind, value: _Value, is_over: _IsOver
) -> Iterator[HealthChange]:
    over = [(old, new) for old, new in pairs if old and is_over(old)]
    origins = [old for old, new in over if new is None or value(new) < value(old)]
    for old, new in pairs:
        if new is None:
            if old is not None and is_over(old):
                yield HealthChange(kind, old.path, old.line, old.name, value(old), 0)
            continue
        was = old or _origin(new, origins)
        is_worse = is_over(new) and (was is None or value(new) > value(was))
        # Comments and blank lines make a function longer, but not worse.
        if is_worse and was and kind == "long" and new.code_lines <= was.code_lines:
            continue
        is_better = old is not None and is_over(old) and value(new) < value(old)
        if is_worse or is_better:
            before = value(was) if was else 0
            yield HealthChange(kind, new.path, new.line, new.name, before, value(new))


def _paired(before: Sequence[FunctionMeasure], after: Sequence[FunctionMeasure]) -> Sequence[_Pair]:
    """Each function with what it was, or is; None where there is no such function."""
    old_by_name, new_by_name = _by_name(before), _by_name(after)
    pairs: list[_Pair] = []
    gone: list[FunctionMeasure] = []
    added: list[FunctionMeasure] = []
    for key in sorted(old_by_name.keys() | new_by_name.keys()):
        old, new = old_by_name.get(key, []), new_by_name.get(key, [])
        pairs += _of_equal_shape(old, new)
        # Several of a name, such as anonymous ones: the most complex was the most complex.
        ranked = sorted(old, key=_rank), sorted(new, key=_rank)
        pairs += zip(*ranked, strict=False)
        gone += ranked[0][len(new) :]
        added += ranked[1][len(old) :]
    pairs += _of_equal_shape(gone, added)
    pairs += _of_similar_shape(gone, added)
    return [*pairs, *((old, None) for old in gone), *((None, new) for new in added)]


def _by_name(
    functions: Sequence[FunctionMeasure],
) -> dict[tuple[str, str], list[FunctionMeasure]]:
    found = defaultdict[tuple[str, str], list[FunctionMeasure]](list)
    for function in functions:
        found[function.path, function.name].append(function)
    return found


def _rank(function: FunctionMeasure) -> tuple[int, int]:
    return (-function.complexity, -function.lines)


def _of_equal_shape(old: list[FunctionMeasure], new: list[FunctionMeasure]) -> Iterator[_Pair]:
    """Pairs that say the same, which are taken out of both lists."""
    known = {function.shape: function for function in old if function.shape}
    for function in [function for function in new if function.shape in known]:
        if (was := known.pop(function.shape, None)) is not None:
            old.remove(was)
            new.remove(function)
            yield was, function


def _of_similar_shape(old: list[FunctionMeasure], new: list[FunctionMeasure]) -> Iterator[_Pair]:
    """Pairs that say nearly the same, which are taken out of both lists."""
    for function in [function for function in new if function.shape]:
        was = _origin(function, old)
        if was is not None and _shared(was.shape, function.shape) >= _ALIKE * len(was.shape):
            old.remove(was)
            new.remove(function)
            yield was, function


def _origin(
    function: FunctionMeasure, candidates: Sequence[FunctionMeasure]
) -> FunctionMeasure | None:
    """That of the `candidates` which most of the lines of `function` come from."""
    if not function.shape:
        return None
    shares = [(_shared(one.shape, function.shape), at) for at, one in enumerate(candidates)]
    most, at = max(shares, default=(0, 0))
    return candidates[at] if most >= _ALIKE * len(function.shape) else None


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    return (Counter(one) & Counter(other)).total()


def _duplicate_changes(
    before: Sequence[Duplicate], after: Sequence[Duplicate]
) -> Iterator[HealthChange]:
    known = {block.shape: block for block in before}
    equal = [(known.pop(block.shape), block) for block in after if block.shape in known]
    matched = {block.shape for _, block in equal}
    others = sorted((one for one in after if one.shape not in matched), key=lambda one: -one.lines)
    left = list(known.values())
    for block in others:
        was = _same_block(block, left)
        if was is not None:
            left.remove(was)
            equal.append((was, block))
        elif _same_block(block, list(known.values())) is None:  # else a rest of another one
            yield block_change(block, 0, spare_lines(block))
    for was, block in equal:
        grew = len(block.places) > len(was.places) or block.lines >= was.lines + LEAST_LINES
        shrank = len(block.places) < len(was.places) or block.lines <= was.lines - LEAST_LINES
        if grew or shrank:
            yield block_change(block, spare_lines(was), spare_lines(block))
    for gone in left:
        yield block_change(gone, spare_lines(gone), 0)


def _same_block(block: Duplicate, known: Sequence[Duplicate]) -> Duplicate | None:
    """That of the `known` which `block` was before some of its lines became others."""
    shares = [(_shared(one.shape, block.shape), at) for at, one in enumerate(known)]
    most, at = max(shares, default=(0, 0))
    if not most or most < _SAME_BLOCK * min(block.lines, known[at].lines):
        return None
    return known[at]


def spare_lines(block: Duplicate) -> int:
    """How many lines need not be there."""
    return (len(block.places) - 1) * block.lines


def block_change(block: Duplicate, before: int, after: int) -> HealthChange:
    """What has become of a block, whose spare lines were so many and are so many."""
    first, *others = block.places
    return HealthChange("duplicate", first.path, first.line, _and_more(others), before, after)


def _and_more(places: Sequence[Place]) -> str:
    """`src/a.py:10 and 2 more`."""
    first, more = f"{places[0].path}:{places[0].line}", len(places) - 1
    return english("{first} and {number} more", first=first, number=more) if more > 0 else first
