"""Which words of a line are strong, emphasised or code, by examples of CommonMark and others."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.table import table

from architect.cli.markdown.spans import spans

_MARKS = {"plain": "", "strong": "!", "emphasis": "/", "code": "#"}

CASES: list[tuple[str, str, str]] = [
    ("words", "a *b* _c_ **d** __e__ `f`", "a /b/ /c/ !d! !e! #f#"),
    ("a product", "2 * 3 * 4", "2 * 3 * 4"),
    ("names", "snake_case_word and a_b_ and _a_b", "snake_case_word and a_b_ and _a_b"),
    ("within a word", "un*frigging*believable", "un/frigging/believable"),
    (
        "beside punctuation",
        'foo-_(bar)_ and *(bar)* and a*"foo"*',
        'foo-/(bar)/ and /(bar)/ and a*"foo"*',
    ),
    ("not closed", "*foo and **bar* _baz", "*foo and */bar/ _baz"),
    ("blanks inside", "* a *, ** b ** and *c *", "* a *, ** b ** and *c *"),
    ("one in the other", "**a *b* c** and *d **e** f*", "!a b c! and /d /!e!/ f/"),
    ("both", "***a*** and ***b** c*", "!a! and !b!/ c/"),
    ("rule of three", "*foo**bar*", "/foo**bar/"),
    ("code comes first", "*a `*b` c* `` ` `` ``d", "/a /#*b#/ c/ # ` # ``d"),
    ("escaped", r"\*a\* \_b\_ \`c\` \d", r"*a* _b_ `c` \d"),
    ("crossed", "*a _b* c_", "/a _b/ c_"),
    ("a link stays", "[*a*](/_y_) *http://x/_y_z*", "[/a/](/_y_) /http://x/_y_z/"),
]


def shown(text: str) -> str:
    return "".join(f"{_MARKS[style]}{words}{_MARKS[style]}" for words, style in spans(text))


@table(("what", "text", "expected"), CASES, ids=lambda case: case[0])
def test_words_have_their_styles(what: str, text: str, expected: str) -> None:
    assert shown(text) == expected


@given(st.text(alphabet="a *_`\\(", max_size=60))
def test_nothing_but_marks_goes_and_nothing_is_in_two_pieces(text: str) -> None:
    found = spans(text)
    kept = "".join(words for words, _ in found)
    assert [each for each in kept if each in "a("] == [each for each in text if each in "a("]
    assert len(kept) <= len(text)
    assert all(words for words, _ in found)


def test_a_line_full_of_marks_does_not_take_long() -> None:
    for text in ("*a " * 6_000, "a* " * 6_000, "_a*" * 6_000, "`" * 19_999, "` `` " * 4_000):
        assert spans(text)
