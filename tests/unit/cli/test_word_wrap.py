"""How prose is broken on a terminal."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.table import table

from architect.cli.word_wrap import cells, code_rows, wrapped, wrapped_row

CASES: list[tuple[str, str, int | None, str]] = [
    ("what fits stays", "as it  is", None, "as it  is"),
    (
        "further lines stand behind the first",
        "error: the provider answered 503: it is overloaded",
        None,
        "error: the provider answered\n  503: it is overloaded",
    ),
    (
        "also if that is indented",
        "    failed: nothing answers there at all",
        None,
        "    failed: nothing answers\n      there at all",
    ),
    (
        "at a column",
        "ok    git   version 2.39.5 (/usr/bin/git)",
        9,
        "ok    git   version 2.39.5\n         (/usr/bin/git)",
    ),
    (
        "a gap at the end goes, in one pass",
        f"what is here is wider than that{' ' * 300_000}",
        None,
        "what is here is wider than\n  that",
    ),
    (
        "a long word stays whole",
        "see https://example.org/a/very/long/address for more",
        None,
        "see\n  https://example.org/a/very/long/address\n  for more",
    ),
    (
        "unless a line of its own would give it no more room",
        "    | -----------------------------------",
        None,
        "    | -----------------------------------",
    ),
    (
        "wide characters take two cells",
        "n, \u4f60\u597d \u4f60\u597d \u4f60\u597d \u4f60\u597d \u4f60\u597d \u4f60\u597d",
        None,
        "n, \u4f60\u597d \u4f60\u597d \u4f60\u597d \u4f60\u597d \u4f60\u597d\n  \u4f60\u597d",
    ),
    ("lines stay lines", "one\ntwo", None, "one\ntwo"),
    ("columns too narrow are no use", "a b c d e f g h i j k l m n o p", 12, "same"),
]


@table(("what", "text", "column", "shown"), CASES, ids=lambda case: case[0])
def test_lines_are_broken_between_words(
    what: str, text: str, column: int | None, shown: str
) -> None:
    assert wrapped(text, 29, column=column) == (text if shown == "same" else shown), what


@given(st.text("ab \u4f60\u0301\n", max_size=80), st.integers(24, 40))
def test_nothing_is_lost_but_spaces(text: str, width: int) -> None:
    assert wrapped(text, width).split() == text.split()


def test_a_row_of_a_table_is_broken_between_columns_and_between_words() -> None:
    columns = ["12", "20261128-101500", "done       ", "price unknown", "0 files "]
    words = "build: add a parser for the dates"
    assert wrapped_row(columns, words, 100, column=21) == "  ".join([*columns, words])
    assert wrapped_row(columns, words, 54, column=21).split("\n") == [
        "12  20261128-101500  done         price unknown",
        "                     0 files   build: add a parser for",
        "                     the dates",
    ]


CODE: list[tuple[str, str, str]] = [
    ("what fits stays", "  +    a = b  # so", "same"),
    (
        "further rows stand behind the code, with a mark in the column of the sign",
        "  +    return total(rows, cents, rounding)",
        "  +    return total(rows, cents,|  \u2026      rounding)",
    ),
    (
        "so do those of a line that stays",
        "       return total(rows, cents, rounding)",
        "       return total(rows, cents,|  \u2026      rounding)",
    ),
    (
        "a word that fills more than a row is cut",
        "  +x = 'https://example.org/a/very/long/address' + y",
        "  +x = 'https://example.org/a/ve|  \u2026  ry/long/address' + y",
    ),
    (
        "deep code has the room that there is",
        "  +                  a = one(of, these)",
        "  +                  a = one(of,|  \u2026these)",
    ),
    (
        "wide characters take two cells",
        "  -" + "\u4f60" * 16,
        "  -" + "\u4f60" * 14 + "|  \u2026  " + "\u4f60" * 2,
    ),
    ("blanks at the end make no row", f"  +x{' ' * 300_000}", "  +x"),
    ("a tab is the room that it takes", "  +\tx", "  +     x"),
]


@table(("what", "line", "shown"), CODE, ids=lambda case: case[0])
def test_a_line_of_a_diff_is_broken_behind_its_sign(what: str, line: str, shown: str) -> None:
    rows = "|".join(code_rows(line, 32, column=3))
    assert rows == (line if shown == "same" else shown), what


@given(st.text("ab \u4f60\u0301", max_size=80), st.integers(25, 40))
def test_nothing_of_a_diff_is_lost_but_blanks(text: str, width: int) -> None:
    rows = code_rows(f"+{text}", width, column=1)
    assert all(cells(row) <= width and row.startswith("\u2026") for row in rows[1:])
    assert "".join("".join(row[1:].split()) for row in rows) == "".join(text.split())
