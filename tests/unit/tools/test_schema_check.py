from typing import Any

import jsonschema
from hypothesis import given
from hypothesis import strategies as st
from tests.support.table import table

from architect.tools.schema_check import MOST_PROBLEMS, schema_fault, schema_problems

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


def nested(levels: int) -> Any:
    value: Any = {}
    for _ in range(levels):
        value = {"a": value}
    return value


@table(
    ("schema", "value"),
    [
        ({"required": [5]}, {}),
        ({"required": [{"x": 1}]}, {}),
        ({"properties": ["x"]}, {"x": 1}),
        ({"properties": "xyz"}, {"x": 1}),
        ({"properties": None}, {"x": 1}),
        ({"type": nested(5000)}, {}),
        ({"type": [{"x": 1}, 5]}, {}),
    ],
    ids=lambda case: str(list(case[0])),
)
def test_rules_that_are_none_refuse_nothing(schema: Any, value: Any) -> None:
    assert schema_problems(schema, value) == []


def test_of_many_problems_and_choices_the_start_is_told() -> None:
    schema = {"items": {"enum": [f"v{number}" for number in range(5000)]}}
    problems = schema_problems(schema, ["q"] * 500)

    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[0].startswith("0: should be one of 'v0', 'v1', ")
    assert problems[0].endswith("'v49', and more")
    assert problems[-1] == "and more"


def test_a_long_name_does_not_make_a_long_text() -> None:
    [problem] = schema_problems({"additionalProperties": False}, {"n" * 100_000: 1})
    assert (len(problem), problem[-3:]) == (2000, "...")


@table(
    ("schema", "fault"),
    [
        (ISSUE, ""),
        ({}, ""),
        ({"properties": {"required": {"type": "string"}, "any": True}}, ""),
        (["x"], "it is no object"),
        ({"properties": ["x"]}, "'properties' is no object"),
        ({"required": [5]}, "'required' is no list of names"),
        ({"required": "title"}, "'required' is no list of names"),
        ({"properties": {"a": {"items": {"required": [5]}}}}, "'required' is no list of names"),
    ],
)
def test_a_schema_that_no_model_could_use_is_told_from_others(schema: Any, fault: str) -> None:
    assert schema_fault(schema) == fault
