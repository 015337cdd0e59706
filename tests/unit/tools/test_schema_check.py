from typing import Any

import jsonschema
from hypothesis import given
from hypothesis import strategies as st
from tests.support.table import table

from architect.tools.schema_check import schema_problems

ISSUE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "state": {"enum": ["open", "closed"]},
        "number": {"type": ["integer", "null"]},
        "labels": {"type": "array", "items": {"type": "string"}},
        "author": {"type": "object", "required": ["name"], "properties": {"name": {}}},
    },
    "required": ["title"],
    "additionalProperties": False,
}


@table(
    ("arguments", "problems"),
    [
        ({"title": "a"}, []),
        ({"title": "a", "state": "open", "number": None, "labels": ["x"]}, []),
        ({"title": "a", "number": 3.0}, []),
        ({}, ["title: is required"]),
        ({"title": 1}, ["title: should be string, is integer"]),
        ({"title": "a", "number": True}, ["number: should be integer or null, is boolean"]),
        ({"title": "a", "state": "done"}, ["state: should be one of 'open', 'closed'"]),
        ({"title": "a", "labels": ["x", 2]}, ["labels.1: should be string, is integer"]),
        ({"title": "a", "author": {}}, ["author.name: is required"]),
        ({"title": "a", "titel": "b"}, ["titel: is not an argument"]),
        ([], ["should be object, is array"]),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(arguments: Any, problems: list[str]) -> None:
    assert schema_problems(ISSUE, arguments) == problems


NAMES = st.sampled_from(["a", "b", "c"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["object", "array", "string", "number", "integer", "boolean", "null"])
SCHEMAS: st.SearchStrategy[Any] = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True),
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "minimum": st.integers(),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(NAMES, inner, max_size=3),
            "required": st.lists(NAMES, max_size=2, unique=True),
            "additionalProperties": st.booleans(),
            "items": inner,
            "anyOf": st.lists(inner, min_size=1, max_size=2),
        },
    ),
    max_leaves=5,
)


@given(SCHEMAS, VALUES)
def test_nothing_that_fits_the_schema_is_refused(schema: Any, value: Any) -> None:
    validator: Any = jsonschema.Draft202012Validator(schema)
    if validator.is_valid(value):
        assert schema_problems(schema, value) == []
