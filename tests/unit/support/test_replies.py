"""The replies of a scenario mean what they say, and nothing else is understood."""

from typing import Any

import pytest
from tests.scenarios.replies import replies_of
from tests.support.table import table


def call(name: str, arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


@table(
    ("text", "replies"),
    [
        ("says Done.\n", [{"text": "Done."}]),
        ("nothing\n\nnothing\n", [{}, {}]),
        ('says "  a\\n"\n', [{"text": "  a\n"}]),
        ('grep {"a": 1}\ngrep {}\n', [{"calls": [call("grep", {"a": 1}), call("grep", {})]}]),
        ('says I look.\nls {}\n', [{"text": "I look.", "calls": [call("ls", {})]}]),
        ('ls "{oops"\n', [{"calls": [call("ls", "{oops")]}]),
        ('finish "length"\n', [{"calls": [call("finish", "length")]}]),
        ("says a\nfinish length\n", [{"text": "a", "finish": "length"}]),
        ("says a\n\nfault auth\n", [{"text": "a"}, {"fault": "auth"}]),
    ],
)  # fmt: skip
def test_replies_are_read(text: str, replies: list[dict[str, Any]]) -> None:
    assert replies_of(text) == replies


@table(
    "text",
    [
        *("", "\n", "Done.", "says", "says ", "says  a", "ls", "ls {", 'ls "a', "ls {} {}"),
        *("says a\nsays b", "fault auth\nfault auth", "nothing\nsays a", "says a\n\n\nsays b"),
        *("ls  {}", "finish", "finish too long", 'says "a" b', " says a", "says a\n\n"),
    ],
)  # fmt: skip
def test_what_is_no_reply_is_an_error(text: str) -> None:
    with pytest.raises(ValueError):
        replies_of(text)
