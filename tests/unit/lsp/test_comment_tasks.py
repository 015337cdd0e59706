"""Comments that ask for something."""

import pytest
from tests.support.table import table

from architect.lsp.handlers.comment_tasks import CommentTask, comment_tasks


def tasks(text: str, first: int = 0, last: int | None = None) -> list[CommentTask]:
    lines = text.split("\n")
    return comment_tasks(lines, first, len(lines) if last is None else last)


@table(
    "comment",
    [
        "# architect: do it",
        "    #architect: do it",
        "x = 1  # Architect: do it",
        "// architect: do it",
        "/// architect: do it",
        "//! architect: do it",
        "-- architect: do it",
        ";; architect: do it",
        "% architect: do it",
        '" architect: do it',
        "/* architect: do it */",
        "/** architect: do it */ int x;",
        "x = 1; /* ARCHITECT: do it",
        "<!-- architect: do it -->",
        "(* architect: do it *)",
        "{- architect: do it -}",
    ],
)
def test_a_comment_in_any_syntax_is_a_task(comment: str) -> None:
    assert tasks(f"before\n{comment}\nafter") == [CommentTask("do it", 1, 1)]


@pytest.mark.parametrize(
    "line",
    [
        "architect: do it",
        "x = 'architect: do it'",
        'x = "architect: do it"',
        '    "architect: do it",',
        "see http://architect: it",
        "# the architect: do it",
        "# architect:",
        "#",
        "",
    ],
)
def test_what_is_no_such_comment_is_no_task(line: str) -> None:
    assert tasks(line) == []


def test_a_task_goes_on_in_the_comment_lines_below() -> None:
    text = "  # architect: do this\n  # and that\n  #\n  # too\nx = 1  # not this"
    assert tasks(text) == [CommentTask("do this\nand that\n\ntoo", 0, 3)]


def test_the_next_task_is_one_of_its_own() -> None:
    assert tasks("# architect: one\n# architect: two\n") == [
        CommentTask("one", 0, 0),
        CommentTask("two", 1, 1),
    ]


def test_a_comment_behind_code_ends_with_its_line() -> None:
    assert tasks("x = 1  # architect: one\n# two") == [CommentTask("one", 0, 0)]


def test_a_block_goes_on_to_its_end() -> None:
    text = "/* architect: do this\n * and that\n * too\n */\nint x;"
    assert tasks(text) == [CommentTask("do this\nand that\ntoo", 0, 3)]
    assert tasks("<!-- architect:\n  do this\n-->") == [CommentTask("do this", 0, 2)]


def test_a_block_without_an_end_is_its_first_line() -> None:
    assert tasks("/* architect: do this\nint x;\n") == [CommentTask("do this", 0, 0)]


@pytest.mark.parametrize(("line", "found"), [(0, 0), (1, 1), (3, 1), (4, 0)])
def test_a_task_is_found_from_any_of_its_lines(line: int, found: int) -> None:
    text = "x\n# architect: do\n# this\n# now\ny"
    assert len(tasks(text, line, line)) == found
