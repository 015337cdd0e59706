"""The conditions of pipelines: a small language that can compare, and nothing else.

    condition  = all { "or" all }
    all        = negated { "and" negated }
    negated    = "not" negated | comparison
    comparison = operand [ operator operand ]
    operator   = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in"
    operand    = text | number | "true" | "false" | "null" | variable { "." key }
               | ( "succeeded" | "failed" | "skipped" ) "(" step ")" | "(" condition ")"

Texts stand in quotes of either kind. Nothing, false, 0, an empty text, list or mapping are false.
A text that reads as a number is compared with a number as one, since `--var` gives texts.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeAlias, cast

from architect.frozen import frozen
from architect.l10n import english, joined
from architect.lazy_pattern import lazy_pattern
from architect.workflows.pipeline_values import NAME, Reference, Scope, Value, ValueFault, shown

MOST_DEPTH = 50
STATUSES = ("succeeded", "failed", "skipped")
_WORDS = {"true": True, "false": False, "null": None}
_RESERVED = {"and", "or", "not", "in", *_WORDS, *STATUSES}
_TOKEN = lazy_pattern(
    r"""\s*(?:(?P<text>'[^']*'|"[^"]*")|(?P<number>-?\d+(?:\.\d+)?)(?![\w.])"""
    rf"""|(?P<name>{NAME}(?:\.(?:{NAME}|\d+))*)|(?P<sign>==|!=|<=|>=|<|>|\(|\)))"""
)
_STEP = lazy_pattern(r"""\s*["']?([A-Za-z][\w-]*)["']?\s*\)""")


class ConditionError(ValueError):
    """A condition that is not written as one; the text says where and why."""


class Surroundings(Protocol):
    """What a condition is about."""

    @property
    def scope(self) -> Scope: ...

    def status_of(self, step: str) -> str:
        """`succeeded`, `failed` or `skipped`."""
        ...


Evaluate: TypeAlias = Callable[[Surroundings], Value]


@frozen
class Condition:
    """A condition that was read: the variables and the steps that it asks about."""

    text: str
    references: tuple[Reference, ...]
    steps: tuple[str, ...]
    evaluate: Evaluate

    def holds(self, around: Surroundings) -> bool:
        """Whether it is true.

        Raises:
            ValueFault: it compares what cannot be compared, or asks for a key that is not there.
        """
        return bool(self.evaluate(around))


def condition(text: str) -> Condition:
    """The condition that `text` is.

    Raises:
        ConditionError: it is none.
    """
    reader = _Reader(text)
    evaluate = reader.whole()
    return Condition(text, tuple(reader.references), tuple(reader.steps), evaluate)


class _Reader:
    """Reads a text from left to right; see the grammar above."""

    def __init__(self, text: str) -> None:
        self.references: list[Reference] = []
        self.steps: list[str] = []
        self._text = text
        self._at = 0
        self._depth = 0

    def whole(self) -> Evaluate:
        made = self._any()
        if self._rest():
            raise self._error(english("expected 'and', 'or' or the end {where}"))
        return made

    def _any(self) -> Evaluate:
        parts = [self._all()]
        while self._takes("or"):
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else lambda around: any(p(around) for p in parts)

    def _all(self) -> Evaluate:
        parts = [self._negated()]
        while self._takes("and"):
            parts.append(self._negated())
        return parts[0] if len(parts) == 1 else lambda around: all(p(around) for p in parts)

    def _negated(self) -> Evaluate:
        with self._deeper():
            if self._takes("not"):
                inner = self._negated()
                return lambda around: not inner(around)
            return self._comparison()

    def _comparison(self) -> Evaluate:
        left = self._operand()
        operator = self._operator()
        if operator is None:
            return left
        compare, right = _OPERATORS[operator], self._operand()
        if self._operator() is not None:
            raise self._error(english("one comparison at a time; join several with 'and' {where}"))
        return lambda around: compare(left(around), right(around))

    def _operator(self) -> str | None:
        found = next((sign for sign in _SIGNS if self._takes(sign)), None)
        if found is None and self._rest().startswith("="):
            raise self._error(english("'==' compares {where}"))
        if found is not None or not self._takes("not"):
            return found
        if not self._takes("in"):
            raise self._error(english("expected 'in' behind 'not' {where}"))
        return "not in"

    def _operand(self) -> Evaluate:
        if self._takes("("):
            with self._deeper():
                inner = self._any()
            if not self._takes(")"):
                raise self._error(english("expected ')' {where}"))
            return inner
        match = _TOKEN.match(self._text, self._at)
        if match is None or match["sign"] or match["name"] in ("and", "or", "not", "in"):
            raise self._error(english("expected a value {where}"))
        self._at = match.end()
        if match["text"] is not None:
            return _constant(match["text"][1:-1])
        if match["number"] is not None:
            number = match["number"]
            return _constant(float(number) if "." in number else int(number))
        name = match["name"]
        if name in _WORDS:
            return _constant(_WORDS[name])
        return self._status(name) if self._takes("(") else self._variable(name)

    def _status(self, status: str) -> Evaluate:
        if status not in STATUSES:
            raise self._error(
                english("there is no function {status!r}, only {statuses} {where}"),
                status=status,
                statuses=", ".join(STATUSES),
            )
        match = _STEP.match(self._text, self._at)
        if match is None:
            raise self._error(
                english("expected the name of a step, as in {status}(build) {where}"), status=status
            )
        self._at = match.end()
        step = match[1]
        self.steps.append(step)
        return lambda around: around.status_of(step) == status

    def _variable(self, name: str) -> Evaluate:
        variable, *keys = name.split(".")
        if variable in _RESERVED:
            raise self._error(english("{variable!r} is no variable {where}"), variable=variable)
        found = Reference(variable, tuple(keys))
        self.references.append(found)
        return lambda around: found.value_in(around.scope)

    def _takes(self, token: str) -> bool:
        """Whether `token` is next; then it is read."""
        match = _TOKEN.match(self._text, self._at)
        if match is None or token not in (match["sign"], match["name"]):
            return False
        self._at = match.end()
        return True

    def _rest(self) -> str:
        return self._text[self._at :].strip()

    @contextmanager
    def _deeper(self) -> Generator[None]:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self._error(english("more than {most} levels {where}"), most=MOST_DEPTH)
        yield
        self._depth -= 1

    def _where(self) -> str:
        rest = self._rest()
        return english("at {place!r}", place=rest[:30]) if rest else english("at the end")

    def _error(self, message: str, **values: object) -> ConditionError:
        """`message`, with what was probably meant."""
        rest = self._rest()
        told = english(message, where=self._where(), **values)
        if "{{" in rest[:3]:
            told = joined("; ", (told, english("variables stand in conditions without braces")))
        elif rest[:2] in ("&&", "||") or rest[:1] == "!":
            told = joined("; ", (told, english("write 'and', 'or', 'not'")))
        return ConditionError(told)


def _constant(value: Value) -> Evaluate:
    return lambda _: value


def _equal(left: Value, right: Value) -> bool:
    left, right = _alike(left, right)
    alike = _texts(left, right) or type(left) is type(right) or _numbers(left, right)
    return alike and left == right


def _texts(*values: Value) -> bool:
    return all(isinstance(each, str) for each in values)


def _numbers(*values: Value) -> bool:
    return all(isinstance(each, int | float) and not isinstance(each, bool) for each in values)


def _alike(left: Value, right: Value) -> tuple[Value, Value]:
    """Both as numbers if one is a number and the other reads as one; as texts beside true."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, bool) and isinstance(other, str):
            return shown(left), shown(right)
        if _numbers(one) and isinstance(other, str):
            with suppress(ValueError):
                return float(left), float(right)
    return left, right


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[Value, Value], bool]:
    def ordered(left: Value, right: Value) -> bool:
        one, other = _alike(left, right)
        if _numbers(one, other) or (isinstance(one, str) and isinstance(other, str)):
            return compare(one, other)
        raise ValueFault(
            english("{left} and {right} have no order", left=_told(left), right=_told(right))
        )

    return ordered


def _contained(left: Value, right: Value) -> bool:
    match right:
        case str():
            return shown(left) in right
        case list():
            return any(_equal(left, each) for each in cast(Sequence[Value], right))
        case dict():
            return shown(left) in cast(Mapping[str, Value], right)
        case None:
            return False
        case _:
            raise ValueFault(english("nothing can be in {right}", right=_told(right)))


def _told(value: Value) -> str:
    text = shown(value) if not isinstance(value, str) else repr(value)
    return "nothing" if value is None else text if len(text) <= 40 else f"{text[:40]}..."


_OPERATORS: Mapping[str, Callable[[Value, Value], bool]] = {
    "==": _equal,
    "!=": lambda left, right: not _equal(left, right),
    "<=": _ordered(lambda left, right: left <= right),
    ">=": _ordered(lambda left, right: left >= right),
    "<": _ordered(lambda left, right: left < right),
    ">": _ordered(lambda left, right: left > right),
    "in": _contained,
    "not in": lambda left, right: not _contained(left, right),
}
_SIGNS = tuple(sign for sign in _OPERATORS if sign != "not in")
