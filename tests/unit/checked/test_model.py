"""Values from outside: what is taken, what is said of the rest; pydantic is what it is held to."""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import TypeAdapter
from pydantic import ValidationError as PydanticError
from tests.support.table import table

from architect.checked.checks import check_of
from architect.checked.errors import Refused, ValidationError
from architect.checked.field import AfterValidator, BeforeValidator, Field, Shown
from architect.checked.json_schema import json_schema
from architect.checked.model import Model


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


def even(number: int) -> int:
    if number % 2:
        raise Refused("odd", f"{number} is odd")
    return number


class Part(Model):
    name: str = Field(min_length=1, pattern="^[a-z]*$")
    size: Annotated[int, AfterValidator(even)] = Field(default=2, ge=0, le=10)


class Whole(Model):
    parts: tuple[Part, ...] = ()
    by_name: dict[Annotated[str, Field(pattern="^[a-z]$")], Part] = Field(
        default_factory=dict[str, Part]
    )
    folder: Path = Path()
    colour: Colour = Colour.RED
    is_async: bool = Field(default=False, alias="async", description="Whether it waits.")
    limit: Annotated[
        int | None,
        Field(ge=1),
        BeforeValidator(
            lambda value: None if value == "auto" else value, taken=int | Literal["auto"]
        ),
        Shown(lambda value: "auto" if value is None else value),
    ] = None
    key: str = Field(default="", repr=False)

    def check_together(self) -> None:
        if self.is_async and self.colour is Colour.BLUE:
            raise Refused("both", "blue things wait")


class Arguments(Model, lax=True):
    pattern: str = Field(also="text")
    count: int = 1


KINDS: tuple[Any, ...] = (
    str, int, bool, int | None, Literal["a", "b"], Colour, list[int], dict[str, str], str | None,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -3, 10**12, 0.0, 1.0, 1.5, float("inf"), float("nan"),
    "", "1", " 7 ", "+7", "-2", "1.0", "1.5", "x", "true", "Off", "YES", "a", "red", "c", "null",
    [], [1, "2"], ["x"], {}, {"a": "b"}, {"a": 1}, {"a": None}, b"1",
)  # fmt: skip


def ours(kind: Any, value: Any, *, lax: bool) -> Any:
    try:
        return check_of(kind, lax=lax)(value)
    except ValidationError as error:
        return [(*each.place, each.kind, each.text) for each in error.problems]


def pydantics(kind: Any, value: Any, *, lax: bool) -> Any:
    try:
        return TypeAdapter(kind).validate_python(value, strict=not lax)
    except PydanticError as error:
        return [(*each["loc"], each["type"], each["msg"]) for each in error.errors()]


def same(left: Any, right: Any) -> bool:
    return (type(left), left) == (type(right), right)


@pytest.mark.parametrize("lax", [True, False])
def test_what_is_taken_and_said_is_what_pydantic_takes_and_says(lax: bool) -> None:
    """But for a text instead of the member of an enumeration, which files and models write."""
    different = [
        (kind, value, found, wanted)
        for kind in KINDS
        for value in VALUES
        if not same(found := ours(kind, value, lax=lax), wanted := pydantics(kind, value, lax=lax))
        if not (kind is Colour and not lax)
        if not (value == b"1" and lax)
    ]
    assert different == []


def test_all_that_is_wrong_is_told_with_its_place() -> None:
    with pytest.raises(ValidationError) as caught:
        Whole.model_validate(
            {
                "parts": [{"name": "a"}, {"size": 3}, 7, {"name": "a", "size": 11}],
                "by_name": {"a": {"name": ""}, "?": {"name": "b", "nmae": "b"}},
                "is_async": True,
                "limit": 0,
            }
        )
    assert [(each.kind, each.place, each.given) for each in caught.value.problems] == [
        ("missing", ("parts", 1, "name"), {"size": 3}),
        ("odd", ("parts", 1, "size"), 3),
        ("model_type", ("parts", 2), 7),
        ("less_than_equal", ("parts", 3, "size"), 11),
        ("string_too_short", ("by_name", "a", "name"), ""),
        ("string_pattern_mismatch", ("by_name", "?", "[key]"), "?"),
        ("extra_forbidden", ("by_name", "?", "nmae"), "b"),
        ("greater_than_equal", ("limit",), 0),
        ("extra_forbidden", ("is_async",), True),
    ]
    assert str(caught.value).startswith("parts.1.name: Field required; parts.1.size: 3 is odd; ")


def test_fields_are_checked_together_once_each_fits() -> None:
    with pytest.raises(ValidationError, match="blue things wait"):
        Whole.model_validate({"async": True, "colour": "blue"})


@table(
    ("given", "made"),
    [
        ({"pattern": "a", "count": "5"}, Arguments(pattern="a", count=5)),
        ({"text": "a"}, Arguments(pattern="a")),
        ({"pattern": "\ud800"}, Arguments(pattern="\ud800")),
    ],
)
def test_arguments_of_language_models_are_taken_as_they_are_meant(
    given: Mapping[str, Any], made: Arguments
) -> None:
    assert Arguments.model_validate(given) == made


def test_a_text_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(ValidationError, match="unicode"):
        Part(name="\ud800")


def test_a_value_knows_what_was_given_and_never_changes() -> None:
    whole = Whole.model_validate({"parts": [{"name": "a"}], "key": "sk-1"})
    assert whole.model_fields_set == {"parts", "key"}
    assert "sk-1" not in repr(whole)
    copy = whole.model_copy(update={"limit": 5})
    assert (copy.limit, copy.parts, copy.model_fields_set) == (
        5,
        (Part(name="a"),),
        {"parts", "key", "limit"},
    )
    assert copy != whole == Whole(parts=(Part(name="a"),), key="sk-1")
    with pytest.raises(FrozenInstanceError):
        whole.key = "other"  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(FrozenInstanceError):
        del whole.key  # pyright: ignore[reportAttributeAccessIssue]


def test_a_value_is_written_as_it_is_read() -> None:
    given = {"parts": [{"name": "a", "size": 4}], "folder": "a/b", "colour": "blue", "limit": 3}
    whole = Whole.model_validate(given)
    dumped = whole.model_dump(mode="json")
    assert {name: dumped[name] for name in given} == given
    assert Whole().model_dump(mode="json")["limit"] == "auto"
    assert Whole().model_dump()["folder"] == Path()


def test_the_schema_says_what_is_taken() -> None:
    assert json_schema(Whole) == {
        "$defs": {
            "Part": {
                "additionalProperties": False,
                "properties": {
                    "name": {"minLength": 1, "pattern": "^[a-z]*$", "type": "string"},
                    "size": {"default": 2, "maximum": 10, "minimum": 0, "type": "integer"},
                },
                "required": ["name"],
                "type": "object",
            },
            "Colour": {"enum": ["red", "blue"], "type": "string"},
        },
        "additionalProperties": False,
        "properties": {
            "parts": {"default": [], "items": {"$ref": "#/$defs/Part"}, "type": "array"},
            "by_name": {
                "patternProperties": {"^[a-z]$": {"$ref": "#/$defs/Part"}},
                "type": "object",
            },
            "folder": {"default": ".", "type": "string"},
            "colour": {"$ref": "#/$defs/Colour", "default": "red"},
            "async": {"default": False, "description": "Whether it waits.", "type": "boolean"},
            "limit": {
                "anyOf": [{"minimum": 1, "type": "integer"}, {"const": "auto", "type": "string"}],
                "default": None,
            },
            "key": {"default": "", "type": "string"},
        },
        "type": "object",
    }  # fmt: skip
