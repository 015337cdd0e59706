"""`@frozen` against what the standard library makes of the same class."""

import copy
import operator
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, astuple, dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

import pytest
from pydantic import TypeAdapter
from tests.support.table import table

from architect.frozen import frozen

T = TypeVar("T")


@frozen
class Point(Generic[T]):
    x: T
    y: int = 2
    tags: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        if self.y < 0:
            raise ValueError("below zero")

    @property
    def total(self) -> Any:
        return self.x + self.y  # pyright: ignore


@dataclass(frozen=True, slots=True)
class StandardPoint:
    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list[str])


@frozen(kw_only=True)
class Named:
    name: str
    size: int = 0


@frozen(order=True)
class Ranked:
    rank: int
    note: str = field(default="", compare=False, repr=False)


@frozen
class Special(Named):
    extra: int = 1

    def __repr__(self) -> str:
        return "special"


@frozen
class Mixed:
    first: int
    by_name: int = field(default=2, kw_only=True)
    last: int = 3


@frozen
class Narrower(Mixed):
    first: int = 0


class Plain(Narrower):
    """Not frozen itself."""


@frozen
class Empty:
    pass


CASES: dict[str, Callable[[], tuple[Any, Any]]] = {
    "repr": lambda: (repr(Point(1)), "Point(x=1, y=2, tags=[])"),
    "repr as the standard library": lambda: (
        repr(Point(1, 5, ["a"])).removeprefix("Point"),
        repr(StandardPoint(1, 5, ["a"])).removeprefix("StandardPoint"),
    ),
    "own repr": lambda: (repr(Special(1, name="n")), "special"),
    "equal": lambda: (Point(1) == Point(1), True),
    "not equal": lambda: (Point(1) == Point(2), False),
    "another class": lambda: (operator.eq(Point(1), StandardPoint(1)), False),
    "a subclass": lambda: (Named(name="n") == Special(name="n"), False),
    "empty": lambda: (Empty() == Empty(), True),
    "hash": lambda: (len({Named(name="n"), Named(name="n"), Named(name="m")}), 2),
    "hash of one field": lambda: (hash(Ranked(1, "a")) == hash(Ranked(1, "b")), True),
    "not compared": lambda: (Ranked(1, "a") == Ranked(1, "b"), True),
    "not shown": lambda: (repr(Ranked(1, "a")), "Ranked(rank=1)"),
    "order": lambda: (sorted([Ranked(2), Ranked(1)]), [Ranked(1), Ranked(2)]),
    "greater": lambda: (Ranked(2) >= Ranked(2) > Ranked(1), True),
    "own default each": lambda: (Point(1).tags is Point(1).tags, False),
    "replaced": lambda: (replace(Point(1), y=7), Point(1, 7)),
    "inherited": lambda: (replace(Special(2, name="n"), size=3), Special(2, name="n", size=3)),
    "as a dict": lambda: (asdict(Point(1)), {"x": 1, "y": 2, "tags": []}),
    "as a tuple": lambda: (astuple(Special(name="n")), ("n", 0, 1)),
    "fields": lambda: ([each.name for each in fields(Special)], ["name", "size", "extra"]),
    "copied": lambda: (copy.copy(Point(1, 3)), Point(1, 3)),
    "copied deeply": lambda: (copy.deepcopy(Point(1, 3, ["a"])), Point(1, 3, ["a"])),
    "pickled": lambda: (pickle.loads(pickle.dumps(Point(1, 3))), Point(1, 3)),
    "validated": lambda: (TypeAdapter(Named).validate_python({"name": "n"}), Named(name="n")),
    "a property": lambda: (Point(1).total, 3),
    "a field by its name": lambda: (Mixed(1, 4, by_name=5).by_name, 5),
    "match arguments without those by name": lambda: (
        Mixed.__match_args__,  # pyright: ignore
        ("first", "last"),
    ),
    "match arguments of bases": lambda: (Special.__match_args__, ("extra",)),  # pyright: ignore
    "a default of its own for an inherited field": lambda: (Narrower().first, 0),
    "fields of an ordinary subclass": lambda: (
        [each.name for each in fields(Plain)],
        ["first", "by_name", "last"],
    ),
    "an ordinary subclass": lambda: (replace(Plain(7), last=8) == Plain(7, 8), True),
    "slots": lambda: (hasattr(Narrower(), "__dict__"), False),
    "match arguments": lambda: (Point.__match_args__, ("x", "y", "tags")),  # pyright: ignore
}


@table(("_name", "case"), CASES.items())
def test_it_is_what_the_standard_library_makes(
    _name: str, case: Callable[[], tuple[Any, Any]]
) -> None:
    found, wanted = case()
    assert found == wanted


REFUSED: dict[str, tuple[type[Exception], Callable[[], object]]] = {
    "setting a field": (FrozenInstanceError, lambda: setattr(Point(1), "x", 2)),
    "setting what is none": (FrozenInstanceError, lambda: setattr(Point(1), "z", 2)),
    "deleting a field": (FrozenInstanceError, lambda: delattr(Point(1), "x")),
    "too few": (TypeError, lambda: Point()),  # pyright: ignore
    "too many": (TypeError, lambda: Point(1, 2, [], 4)),  # pyright: ignore
    "by place": (TypeError, lambda: Named("n")),  # pyright: ignore
    "a name that is none": (TypeError, lambda: Point(1, z=2)),  # pyright: ignore
    "what it checks itself": (ValueError, lambda: Point(1, -1)),
    "a list to hash": (TypeError, lambda: hash(Point(1))),
    "another class to order": (TypeError, lambda: Ranked(1) < Special(name="n")),  # pyright: ignore
}


@table(("_name", "refused"), REFUSED.items())
def test_what_it_refuses(_name: str, refused: tuple[type[Exception], Callable[[], object]]) -> None:
    kind, call = refused
    with pytest.raises(kind):
        call()
