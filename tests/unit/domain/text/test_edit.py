import contextlib
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.support.table import table

from architect.domain.errors import EditRefusedError
from architect.domain.text.document import Document
from architect.domain.text.edit import edit_document, replace_once
from architect.domain.text.file_text import split_lines, with_newlines

SOURCE = '''import os


def first(name):
    """Say 'hello'."""
    return os.path.join(name, "a")


def second(name):
\treturn os.path.join(name, "b")
'''


def plain(text: str) -> str:
    return with_newlines(text, "\n")


def refusal(text: str, old: str, new: str = "new") -> str:
    with pytest.raises(EditRefusedError) as caught:
        replace_once(text, old, new)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("a b c", "b", "X", "a X c"),
        ("a b c", " b", "", "a c"),
        ("a\nb\nc\n", "b\n", "", "a\nc\n"),
        ("a\nb", "b", "b\n", "a\nb\n"),
        ("a\x0cb\u2028c\x85d\x1c", "b\u2028c", "X", "a\x0cX\x85d\x1c"),
        (r"a\1b", r"\1", r"\g<0>", r"a\g<0>b"),
    ],
)
def test_the_only_place_is_replaced(text: str, old: str, new: str, expected: str) -> None:
    assert replace_once(text, old, new) == expected


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n"),
        ("a\r\nb\r\n", "b", "x\ny", "a\r\nx\r\ny\r\n"),
        ("a\rb\rc", "a\nb", "x\ny", "x\ry\rc"),
        ("a\nb\n", "a\r\nb", "x\r\ny", "x\ny\n"),
        ("a\r\nb\nc\r\n", "b\nc\n", "b\nX\nc\n", "a\r\nb\nX\r\nc\r\n"),
        ("a\nb\nc\r\nd\r\n", "d", "x\ny", "a\nb\nc\r\nx\ny\r\n"),
    ],
)
def test_new_text_gets_the_line_ends_of_the_file(
    text: str, old: str, new: str, expected: str
) -> None:
    assert replace_once(text, old, new) == expected


@table(
    ("text", "old", "new", "expected"),
    [
        ("x\r\ny\nx\n", "x\r", "z\r", "z\r\ny\nx\n"),
        ("a\r\nb\r\n", "a\r", "x", "x\nb\r\n"),
        ("a\r\nb\r\n", "a\r\n", "x", "xb\r\n"),
        ("a\nb\na\r\nb\n", "a\nb\n", "c\n", "c\na\r\nb\n"),
        ("a\nb\n", "a\n", "a\r\n", "a\r\nb\n"),
        ("a\r\nb\r\n", "\nb", "", "a\r\n"),
        ("a\r\nb\r\n", "\nb", "\nX", "a\r\nX\r\n"),
        ("a\r\nb\r\n", "a\r\nb", "x\ny\nz", "x\r\ny\r\nz\r\n"),
    ],
)
def test_what_stands_once_as_it_is_written_is_replaced_as_it_is_written(
    text: str, old: str, new: str, expected: str
) -> None:
    assert replace_once(text, old, new) == expected


@table(
    ("document", "old", "new", "expected"),
    [
        (Document("a\nb\n", bom=True), "\ufeffa", "\ufeffx", Document("x\nb\n", bom=True)),
        (Document("a\nb\n", bom=True), "\ufeffa", "x", Document("x\nb\n")),
        (Document("a\nb\n", bom=True), "a", "x", Document("x\nb\n", bom=True)),
        (Document("a\na\n", bom=True), "\ufeffa\n", "\ufeff", Document("a\n", bom=True)),
        (
            Document("a\n", encoding="utf-16-le", bom=True),
            "\ufeffa",
            "x",
            Document("x\n", encoding="utf-16-le", bom=True),
        ),
    ],
)
def test_a_byte_order_mark_in_the_needle_is_that_of_the_file(
    document: Document, old: str, new: str, expected: Document
) -> None:
    assert edit_document(document, old, new)[0] == expected


def test_an_empty_needle_is_refused() -> None:
    assert "old_str is empty" in refusal("a", "")
    assert "old_str is empty" in refusal("", "")


def test_a_replacement_by_itself_is_refused() -> None:
    assert "no change" in refusal("a", "a", "a")
    assert "no change" in refusal("a\r\nb", "a\r\nb", "a\nb")


def test_overlapping_occurrences_are_counted() -> None:
    assert "stands 2 times, at line 1;" in refusal("aaa", "aa")


def test_overlapping_occurrences_are_counted_in_a_file_with_crlf() -> None:
    assert "stands 2 times, at line 2;" in refusal("b\r\naaa\r\n", "aa")


def test_line_ends_that_meet_at_a_seam_stay_two() -> None:
    assert replace_once("\ra\n", "a", "") == "\r\n\n"
    assert replace_once("\ra\nb\n", "a", "\nc") == "\r\n\nc\nb\n"


def test_the_lines_of_a_needle_that_stands_twice_are_named() -> None:
    assert "stands 3 times, at lines 1, 3, 5;" in refusal("x\n\nx\r\n\nx", "x")


def test_occurrences_with_different_line_ends_are_both_counted() -> None:
    assert "stands 2 times, at lines 1, 4;" in refusal("a\n\nb\na\r\n\nb\n", "a\n\r\n")
    assert "stands 2 times, at lines 1, 2;" in refusal("a\r\nb\r\n", "\n")


def test_a_needle_that_is_everywhere_is_counted_to_a_limit() -> None:
    assert "at least 100 times, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 90 more" in refusal(
        "a\n" * 500, "a"
    )


@pytest.mark.parametrize(
    ("old", "reason"),
    [
        ("    def first(name):", "differs in whitespace"),
        ("    return os.path.join(name, 'b')", "The nearest text:\n    10  \treturn os.path"),
        ('    return os.path.join(name, "b")', "differs in whitespace"),
        ('    """Say ‘hello’."""', "typographic quotes"),
        ("Def First(name):", "differs in upper and lower case"),
        ('   4  def first(name):\n   5      """Say', "line-number prefixes"),
        ("4\tdef first(name):", "line-number prefixes"),
        ("def first(name):\\n    ", "backslash escapes"),
        ('return os.path.join(name, "b")\n\n', "whitespace"),
        ("class Fourth(object):", "nothing in the file resembles it"),
    ],
)
def test_the_reason_why_a_needle_was_not_found_is_told(old: str, reason: str) -> None:
    message = refusal(SOURCE, old)
    assert message.startswith("old_str not found: ")
    assert reason in message


def test_a_missing_final_line_end_is_told() -> None:
    assert "the last line of the file has none (line endings)" in refusal("a\nb", "b\n")


def test_the_nearest_text_comes_with_its_line_numbers() -> None:
    message = refusal(SOURCE, "def second(names):\n\treturn os.path.join(names)")
    assert '     9  def second(name):\n    10  \treturn os.path.join(name, "b")' in message
    assert "The file has 'def second(name):'\nwhere old_str has 'def second(names):'" in message


def test_an_empty_file_is_named_as_such() -> None:
    assert "the file is empty" in refusal("", "a")


PIECES = st.sampled_from(
    ["a", "b", "cd", " ", "\n", "\r\n", "\r", "\x0c", "\u2028", "\x85", "\x1c"]
)
TEXTS = st.lists(PIECES, max_size=25).map("".join)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_what_stands_around_the_place_is_untouched(
    head: str, old: str, tail: str, new: str
) -> None:
    text = f"{head}<{old}>{tail}"
    needle = f"<{plain(old)}>"
    assume(plain(new) != needle)
    result = replace_once(text, needle, new)
    assert result.startswith(head)
    assert result.endswith(tail)
    # A new text that speaks of CR is meant as it is written, also where an LF follows it.
    literal = result == head + new + tail
    assert literal or plain(result) == plain(head) + plain(new) + plain(tail)


@given(TEXTS, TEXTS, TEXTS)
def test_an_edit_is_refused_unless_the_needle_stands_once(text: str, old: str, new: str) -> None:
    wanted = plain(old)
    assume(wanted and wanted != plain(new))
    as_written = len(re.findall(f"(?={re.escape(old)})", text))
    assume(as_written != 1)
    count = len(re.findall(f"(?={re.escape(wanted)})", plain(text)))
    try:
        result = replace_once(text, old, new)
    except EditRefusedError:
        assert count != 1
    else:
        assert count == 1
        assert plain(result) == plain(text).replace(wanted, plain(new))


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_a_needle_as_it_is_written_is_replaced_in_its_place(
    head: str, old: str, tail: str, new: str
) -> None:
    assume(plain(new) != f"<{plain(old)}>")
    result = replace_once(f"{head}<{old}>{tail}", f"<{old}>", new)
    assert result.startswith(head)
    assert result.endswith(tail)
    if "\r" in new:
        # Where all lines end at CRLF they do so afterwards.
        wanted = (new, with_newlines(new, "\r\n"))
        assert result in [head + part + tail for part in wanted]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["\n", "\r\n"])), max_size=12))
def test_lines_that_the_new_text_repeats_keep_their_line_ends(lines: list[tuple[str, str]]) -> None:
    kept = "".join(line + end for line, end in lines)
    needle = "<\n" + "".join(f"{line}\n" for line, _ in lines) + ">"
    result = replace_once(f"<\n{kept}>", needle, needle.replace("<\n", "<\ntop\n"))
    assert split_lines(result)[2:] == split_lines(f"{kept}>")


def test_where_all_lines_end_at_crlf_they_do_afterwards():
    """Every part of a text as old_str, in both spellings, with every mixture in new_str."""
    text = "a\r\nb\r\n\r\nc"
    places = [(i, j) for i in range(len(text)) for j in range(i + 1, len(text) + 1)]
    whole = [text[i:j] for i, j in places if text[j - 1 : j + 1] != "\r\n"]
    olds = {spelt for old in whole for spelt in (old, old.replace("\r\n", "\n"))}
    news = ("", "x", "x\n", "\nx", "x\ny", "\n", "x\r\n", "x\r\ny\n", "x\ny\r\n", "\r\n", "\n\r\n")
    split: list[tuple[str, str, str]] = []
    for old in olds:
        for new in news:
            with contextlib.suppress(EditRefusedError):
                after = replace_once(text, old, new)
                if re.search(r"(?<!\r)\n|\r(?!\n)", after):
                    split.append((old, new, after))
    assert split == []
