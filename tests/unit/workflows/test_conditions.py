"""The conditions of pipelines."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.workflows.conditions import ConditionError, condition
from architect.workflows.pipeline_values import ValueFault

SCOPE: dict[str, Any] = {
    "mode": "full",
    "count": "3",
    "plan": {"files": ["a.py", "b.py"], "risk": 2, "ok": True, "none": None},
    "empty": "",
}


@dataclass
class Around:
    scope: dict[str, Any] = field(default_factory=lambda: dict(SCOPE))

    def status_of(self, step: str) -> str:
        return {"build": "succeeded", "run-tests": "failed"}.get(step, "skipped")


TRUE = """
mode == 'full'
mode != "quick"
count == 3
count >= 3 and count < 3.5
plan.risk > 1 and plan.risk <= 2
'a.py' in plan.files
'c.py' not in plan.files
plan.files.1 == 'b.py'
'ul' in mode
'risk' in plan
plan.ok
plan.ok == 'true'
not empty
not plan.none
plan.none == null
empty == ''
not (mode == 'full' and empty)
false or true and true
not false and true
(1 < 2) and ('a' < 'b')
succeeded(build) and failed(run-tests) and skipped(ship)
failed('run-tests')
-1 < 0
1 == 1.0
"""
FALSE = """
mode == full_is_no_text
mode == 'Full'
true == 1
plan.files == 'a.py'
false and true or false
not true or false
not not empty
count == '3.0'
mode in empty
"""


@pytest.mark.parametrize("text", TRUE.strip().split("\n"))
def test_what_holds(text: str) -> None:
    assert condition(text).holds(Around())


@pytest.mark.parametrize("text", FALSE.strip().split("\n"))
def test_what_does_not_hold(text: str) -> None:
    assert not condition(text).holds(Around())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a value at the end"),
        ("mode = 'full'", "'==' compares at \"= 'full'\""),
        ("mode == 'full", 'expected a value at "\'full"'),
        ("{{mode}} == 'full'", "variables stand in conditions without braces"),
        ("mode && empty", "write 'and', 'or', 'not'"),
        ("!mode", "write 'and', 'or', 'not'"),
        ("1 < 2 < 3", "one comparison at a time"),
        ("mode not 'x'", "expected 'in' behind 'not'"),
        ("(mode", "expected ')'"),
        ("mode)", "expected 'and', 'or' or the end"),
        ("open('x')", "there is no function 'open', only succeeded, failed, skipped"),
        ("failed()", "expected the name of a step, as in failed(build)"),
        ("mode.__class__()", "there is no function"),
        ("not " * 60 + "mode", "more than 50 levels"),
        ("(" * 60 + "mode" + ")" * 60, "more than 50 levels"),
        ("in == 3", "expected a value"),
    ],
)
def test_what_is_no_condition(text: str, problem: str) -> None:
    with pytest.raises(ConditionError) as raised:
        condition(text)
    assert problem in str(raised.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("mode < 3", "'full' and 3 have no order"),
        ("plan.title == 'x'", "plan has no 'title', only files, risk, ok, none"),
        ("plan.files.7", "plan.files has 2 items, which are counted from 0: no 7"),
        ("mode.x", "mode is a single value: it has no 'x'"),
        ("'a' in plan.risk", "nothing can be in 2"),
    ],
)
def test_what_has_no_value(text: str, problem: str) -> None:
    with pytest.raises(ValueFault) as raised:
        condition(text).holds(Around())
    assert problem in str(raised.value)


def test_it_says_what_it_asks_about() -> None:
    found = condition("failed(a) or b.c == d and 'e' in f")
    assert (found.steps, [str(each) for each in found.references]) == (("a",), ["b.c", "d", "f"])


@given(st.text("abmode.()'\"<>=!& 013-notrufils{}\n", max_size=40))
def test_any_text_is_a_condition_or_says_why_it_is_none(text: str) -> None:
    try:
        found = condition(text)
    except ConditionError:
        return
    try:
        assert found.holds(Around()) in (True, False)
    except ValueFault:
        return
