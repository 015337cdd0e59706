"""Tables of replies, below each other or, where they are too wide, one row after the other."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.table import table

from architect.cli.markdown.tables import MarkdownTable, table_rows

LINES = ["| people | shares |", "|---|--:|", "| **3** | 34, 33, 33 |", "| 12 | 8 |"]

CASES: list[tuple[str, list[str], int, list[str] | None]] = [
    (
        "columns are as wide as their widest cell, and marks are not shown",
        LINES,
        40,
        ["people      shares", "------  ----------", "3       34, 33, 33", "12               8"],
    ),
    (
        "too wide for the terminal",
        LINES,
        17,
        ["people: 3", "shares: 34, 33, 33", "", "people: 12", "shares: 8"],
    ),
    (
        "a row has as many cells as the header",
        ["| a | b |", "| --- | --- |", "| 1 |", "| 1 | 2 | 3 |"],
        40,
        ["a  b", "-  -", "1", "1  2"],
    ),
    (
        "a bar with a backslash is text, and wide characters take two cells",
        ["|a|b|", "|:-:|-|", "|x\\|y|1|", "|\u4f60\u597d|2|"],
        40,
        [" a    b", "----  -", "x|y   1", "\u4f60\u597d  2"],
    ),
    ("no line of dashes", ["| a |", "| b |"], 40, None),
    ("more columns than anybody reads", ["|a" * 101 + "|", "|-" * 101 + "|", "|1|"], 40, None),
    ("another number of dashes", ["| a | b |", "|---|", "| 1 | 2 |"], 40, None),
]


@table(("what", "lines", "width", "shown"), CASES, ids=lambda case: case[0])
def test_tables(what: str, lines: list[str], width: int, shown: list[str] | None) -> None:
    rows = table_rows(lines, width)
    found = rows and ["".join(text for text, _ in row) for row in rows]
    assert found == shown, what


@given(st.lists(st.text("|-: a\\", max_size=12), max_size=6))
def test_no_line_is_lost(lines: list[str]) -> None:
    kept = MarkdownTable()
    seen: list[str] = []
    for line in lines:
        if not kept.takes(line):
            seen += kept.end()
            if not kept.takes(line):
                seen.append(line)
    assert [*seen, *kept.end()] == lines
    table_rows(lines, 40)
