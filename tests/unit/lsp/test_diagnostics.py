"""Findings as diagnostics, and back."""

from typing import Any

import pytest
from tests.support.findings import FINDING, TEXT, make_finding

from architect.domain.findings import Finding
from architect.domain.text.positions import Encoding, LineIndex
from architect.lsp.diagnostics.diagnostics import (
    diagnostics_of,
    finding_of,
    problem_of,
    remembered_diagnostics,
    source_of,
)
from architect.services.tasks import Problem

LINES = LineIndex(TEXT, "utf-16")


def span(start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


def range_in(text: str, encoding: Encoding = "utf-16", **changes: Any) -> dict[str, Any]:
    [diagnostic] = diagnostics_of([make_finding(**changes)], LineIndex(text, encoding))
    return diagnostic["range"]


def test_a_finding_is_shown_without_a_version_and_on_its_line_only() -> None:
    assert diagnostics_of([FINDING], LINES) == [
        {
            "range": span((2, 4), (2, 30)),
            "severity": 1,
            "source": "architect",
            "code": "bug",
            "message": "Division by zero\n\nAn empty list raises ZeroDivisionError.\n\n"
            "Suggestion: Return 0.0 for an empty list.",
            "data": {"findingId": "0123456789ab"},
        }
    ]


def test_severities_are_those_of_the_protocol() -> None:
    kinds = ("error", "warning", "info")
    shown = diagnostics_of([make_finding(severity=kind) for kind in kinds], LINES)
    assert [diagnostic["severity"] for diagnostic in shown] == [1, 2, 3]


def test_a_finding_without_detail_and_suggestion_is_its_title() -> None:
    [shown] = diagnostics_of([make_finding(detail="", suggestion=None)], LINES)
    assert shown["message"] == "Division by zero"


@pytest.mark.parametrize(("encoding", "end"), [("utf-8", 6), ("utf-16", 4), ("utf-32", 3)])
def test_characters_are_counted_as_the_editor_counts_them(encoding: Encoding, end: int) -> None:
    text = "a\n\t😀x \nb\n"
    assert range_in(text, encoding, line=2, end_line=2) == span((1, 1), (1, end))
    [remembered] = remembered_diagnostics([make_finding(line=2, line_text="\t😀x ")], encoding)
    assert remembered["range"] == span((1, 1), (1, end))


def test_several_lines_are_shown_from_the_first_word_to_the_last() -> None:
    assert range_in(TEXT, line=2, end_line=3) == span((1, 4), (2, 30))
    [remembered] = remembered_diagnostics([make_finding(line=2, end_line=3)], "utf-16")
    assert remembered["range"] == span((1, 4), (3, 0))


@pytest.mark.parametrize(
    ("text", "end"), [("", (0, 0)), ("x", (0, 1)), ("x\r\n", (1, 0)), ("x\ry\r\nz", (2, 1))]
)
def test_a_finding_below_the_end_is_shown_in_the_file(text: str, end: tuple[int, int]) -> None:
    shown = range_in(text, line=5, end_line=9)
    assert shown["start"]["line"] == end[0]
    assert shown["end"] == span(end, end)["end"]


def test_a_lone_carriage_return_ends_a_line_for_us_whatever_the_editor_thinks() -> None:
    lines = LineIndex("a\r b\nc\n", "utf-16", line_ends="lf")
    shown = diagnostics_of([make_finding(line=2), make_finding(line=3)], lines)
    assert [each["range"] for each in shown] == [span((0, 3), (0, 4)), span((1, 0), (1, 1))]


def test_form_feeds_and_line_separators_end_no_line() -> None:
    assert range_in("a\x0cb\u2028c\nd\n", line=2) == span((1, 0), (1, 1))


def test_a_blank_line_is_shown_as_a_place() -> None:
    assert range_in("a\n   \nb\n", line=2) == span((1, 0), (1, 0))


def stripped(diagnostic: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in diagnostic.items() if key not in keys}


@pytest.mark.parametrize("lost", [(), ("data",), ("source", "data")])
def test_a_finding_is_found_again_whatever_the_editor_keeps(lost: tuple[str, ...]) -> None:
    findings = [make_finding(line=1, title="Name"), FINDING]
    shown = diagnostics_of(findings, LINES)
    assert finding_of(stripped(shown[1], *lost), findings, shown) == FINDING


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"source": "ruff", "code": "0123456789ab"},
        {"code": 7, "data": [1], "range": None, "message": None},
        {"code": "unknown", "data": {"findingId": {}}},
    ],
)
def test_what_is_none_of_ours_is_not_found(odd: dict[str, Any]) -> None:
    found: Finding | None = finding_of(odd, [FINDING], diagnostics_of([FINDING], LINES))
    assert found is None


def test_a_diagnostic_of_another_tool_is_told_with_lines_from_1() -> None:
    reported = {
        "range": span((2, 4), (3, 0)),
        "source": "ruff",
        "code": "F401",
        "message": "unused import",
    }
    assert problem_of(reported, "a.py") == Problem("a.py", 3, 4, "ruff", "unused import (F401)")


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        ({}, "no message"),
        ({"range": [], "message": {"kind": "markdown", "value": "*no*"}}, "*no*"),
        ({"range": {"start": {"line": "x"}, "end": 3}, "message": 5, "code": {}}, "no message"),
        ({"range": span((-5, 0), (-9, 0)), "source": " "}, "no message"),
    ],
)
def test_an_odd_diagnostic_is_told_as_far_as_it_goes(odd: dict[str, Any], message: str) -> None:
    assert problem_of(odd, "a.py") == Problem("a.py", 1, 1, "the editor", message)


def test_a_source_is_one_line() -> None:
    assert source_of({"source": " the\nlinter "}) == "the linter"
