"""What the types of the server look like in TypeScript."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, NewType, NotRequired, TypedDict

import pytest
from pydantic import Field
from scripts.derived.typescript import Declarations

from architect.lsp.protocol.params import Message

Name = NewType("Name", str)


class Colour(Enum):
    """What it looks like."""

    RED = "red"
    DARK = "dark red"


@dataclass
class Thing:
    """A `line_end` of None is unknown; */ ends no comment."""

    line_end: int | None
    colours: tuple[Colour, ...]


class Answer(TypedDict):
    thingName: Name
    things: NotRequired[list[Thing]]


class WantedArgs(Message):
    """`architect.want`."""

    thing_name: Annotated[str, Field(min_length=1)]
    how_many: int = 1


def declared(kind: Any) -> list[str]:
    declarations = Declarations()
    declarations.expression(kind)
    return declarations.text().split("\n")


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (Name, "string"),
        (float, "number"),
        (bool | None, "boolean | null"),
        (Literal["a", 1, True], '"a" | 1 | true'),
        (tuple[int, str], "readonly [number, string]"),
        (list[int | None], "readonly (number | null)[]"),
        (list[list[str]], "readonly (readonly string[])[]"),
        (dict[str, Any], "JsonObject"),
        (Mapping[str, int], "JsonObject"),
        (Any, "unknown"),
        (Annotated[dict[str, Any], "RunEvent"], "RunEvent"),
    ],
)
def test_a_type_is_written_as(kind: Any, written: str) -> None:
    assert Declarations().expression(kind) == written


def test_a_dataclass_has_the_names_of_the_wire() -> None:
    assert declared(Thing) == [
        "/** A `lineEnd` of null is unknown; * / ends no comment. */",
        "export interface Thing {",
        "  readonly lineEnd: number | null;",
        "  readonly colours: readonly Colour[];",
        "}",
        "",
        "/** What it looks like. */",
        'export type Colour = "red" | "dark red";',
        "",
    ]


def test_what_a_typed_dict_may_leave_out_is_optional() -> None:
    assert declared(Answer)[:4] == [
        "export interface Answer {",
        "  readonly thingName: string;",
        "  readonly things?: readonly Thing[];",
        "}",
    ]


def test_what_has_a_default_is_optional_in_an_argument() -> None:
    assert declared(WantedArgs)[1:4] == [
        "export interface WantedArgs {",
        "  readonly thingName: string;",
        "  readonly howMany?: number;",
    ]


def test_one_name_for_two_types_is_refused() -> None:
    declarations = Declarations()
    declarations.expression(Thing)
    with pytest.raises(ValueError, match="'Thing' is the name of two"):
        declarations.expression(type("Thing", (), {}))


def test_a_class_that_is_no_message_is_refused() -> None:
    with pytest.raises(TypeError, match="has no form on the wire"):
        Declarations().expression(Declarations)
