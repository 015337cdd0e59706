"""`Model`: immutable values that are made of what comes from outside, once it is checked.

What pydantic does for this project, under the names that it has there. Importing pydantic and
building its models would take 90 ms of each start of a run; here nothing is built before a value
is there for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, cast, dataclass_transform

from architect.checked.checks import Check, check_of_field
from architect.checked.errors import Gathered, Refused, ValidationError
from architect.checked.field import MISSING, Field, FieldInfo, Shown, field_info
from architect.l10n import english

MISSING_TEXT = english("Field required")
"""What is said of a field that is not there; a check may have more to say of what is missing."""


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class Model:
    """The base of such values: annotated attributes are fields, and unknown names are errors.

    `class Arguments(Model, lax=True)` takes what language models write for numbers and truth
    values; otherwise no value is turned into another type.
    """

    __slots__ = ("__dict__", "model_fields_set")

    model_fields_set: frozenset[str]
    """The fields that were given."""

    is_lax: ClassVar[bool] = False

    def __init_subclass__(cls, *, lax: bool | None = None) -> None:
        if lax is not None:
            cls.is_lax = lax

    def __init__(self, **values: Any) -> None:
        """The value that has the fields `values`, by their names outside, and else the defaults.

        Raises:
            ValidationError: they do not fit.
        """
        _fill(self, *_checked(type(self), values))
        self.check_together()

    @classmethod
    def model_validate(cls, given: Any) -> Self:
        """The value that `given` stands for, a mapping or such a value already.

        Raises:
            ValidationError: it does not fit.
        """
        if isinstance(given, cls):
            return given
        if not isinstance(given, Mapping):
            raise Refused("model_type", english("Input should be a valid dictionary"))
        made = cls.__new__(cls)
        _fill(made, *_checked(cls, cast(Mapping[str, Any], given)))
        made.check_together()
        return made

    def check_together(self) -> None:
        """Check what several fields say.

        Raises:
            ValidationError: they do not fit together.
        """

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """Give a value with other fields, which are not checked."""
        made = type(self).__new__(type(self))
        _fill(made, {**self.__dict__, **update}, self.model_fields_set.union(update))
        return made

    def model_dump(
        self, *, mode: Literal["python", "json"] = "python", exclude_none: bool = False
    ) -> dict[str, Any]:
        """The fields as plain values, such as JSON has in the mode `json`."""
        fields = fields_of(type(self))
        dumped = {
            name: _dumped(value, fields[name].shown, as_json=mode == "json")
            for name, value in self.__dict__.items()
        }
        return {k: v for k, v in dumped.items() if v is not None} if exclude_none else dumped

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return iter(self.__dict__.items())

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        fields = fields_of(type(self))
        shown = (f"{name}={value!r}" for name, value in self if fields[name].in_repr)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot change field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot change field {name!r}")

    def __getstate__(self) -> tuple[dict[str, Any], frozenset[str]]:
        return self.__dict__, self.model_fields_set

    def __setstate__(self, state: tuple[dict[str, Any], frozenset[str]]) -> None:
        _fill(self, *state)


@cache
def fields_of(model: type[Model]) -> dict[str, FieldInfo]:
    """The fields of a model by the names of its attributes."""
    found: dict[str, FieldInfo] = {}
    for base in reversed(model.__mro__):
        if base is Model or not issubclass(base, Model):
            continue
        for name, annotation in base.__annotations__.items():
            found[name] = field_info(annotation, base.__dict__.get(name, MISSING))
    return found


def _fill(made: Model, values: Mapping[str, Any], given: Iterable[str]) -> None:
    made.__dict__.update(values)
    object.__setattr__(made, "model_fields_set", frozenset(given))


def _checked(model: type[Model], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """All fields of a model, in their order, and the names of those that are `given`."""
    gathered = Gathered()
    values: dict[str, Any] = {}
    found: list[str] = []
    rest = dict(given)
    for name, field in fields_of(model).items():
        outside = field.alias or name
        if field.also is not None and outside not in rest and field.also in rest:
            outside = field.also
        if outside in rest:
            value = rest.pop(outside)
            found.append(name)
            try:
                values[name] = _check(model, name)(value)
            except ValidationError as error:
                gathered.add(error, outside, given=value)
        elif field.is_required():
            gathered.add(Refused("missing", MISSING_TEXT), outside, given=given)
        else:
            values[name] = field.get_default()
    for name, value in rest.items():
        unknown = Refused("extra_forbidden", english("Extra inputs are not permitted"))
        gathered.add(unknown, name, given=value)
    gathered.raise_if_any()
    return values, found


@cache
def _check(model: type[Model], name: str) -> Check:
    """The check of a field, made when the first value is there for it."""
    return check_of_field(fields_of(model)[name], lax=model.is_lax)


def _dumped(value: Any, shown: Shown | None, *, as_json: bool) -> Any:
    if shown is not None and (as_json or not shown.only_as_json):
        return shown.write(value)
    match value:
        case Model():
            return value.model_dump(mode="json" if as_json else "python")
        case dict():
            pairs = cast(dict[Any, Any], value).items()
            return {key: _dumped(each, None, as_json=as_json) for key, each in pairs}
        case list() | tuple():
            items = cast(Sequence[Any], value)
            dumped = [_dumped(each, None, as_json=as_json) for each in items]
            return dumped if as_json or isinstance(value, list) else tuple(dumped)
        case Enum() if as_json:
            return value.value
        case Path() if as_json:
            return str(value)
        case _:
            return value
