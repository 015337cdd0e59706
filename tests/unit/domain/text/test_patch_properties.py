import re
from collections import Counter
from pathlib import Path

from hypothesis import assume, given
from hypothesis import strategies as st

from architect.domain.errors import EditRefusedError
from architect.domain.paths import WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, Snapshot
from architect.domain.text.file_text import split_lines
from architect.domain.text.patch.apply import apply_patch

PATH = WorkspacePath("a.txt", Path("/ws/a.txt"))
CONTENT = st.sampled_from(
    ["a", "b", "", "  c", "\x0c", "d\u2028", "e\x85f", "\x1c", "-- ", "++", "@@"]
)
LINE_END = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])
LINES = st.lists(st.tuples(CONTENT, LINE_END).map("".join), max_size=16)
CRLF_LINES = st.lists(st.tuples(CONTENT, st.sampled_from(["\n", "\r\n"])).map("".join), max_size=16)
LF_LINES = st.lists(st.sampled_from([f"line {n}\n" for n in range(12)] + ["\n"]), max_size=16)


@st.composite
def edited(draw: st.DrawFn, lines: st.SearchStrategy[list[str]]) -> tuple[str, str]:
    """A text, and the same after a few replaced stretches; either may lack its final line end."""
    before = draw(lines)
    after = list(before)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(after)))
        after[at : at + draw(st.integers(0, 3))] = draw(lines)[:3]
    tails = st.sampled_from(["", "", "tail"])
    return "".join(before) + draw(tails), "".join(after) + draw(tails)


def diff(before: str, after: str) -> str:
    return change_of(PATH, Snapshot(Document(before), "1"), Document(after)).diff


@given(edited(LINES))
def test_a_diff_applied_gives_the_new_text(texts: tuple[str, str]) -> None:
    before, after = texts
    assume(before != after)
    patched = apply_patch(before, diff(before, after))
    assert (patched.text, patched.notes) == (after, ())


@given(edited(LINES))
def test_a_diff_of_a_created_file_gives_its_text(texts: tuple[str, str]) -> None:
    after = texts[1]
    assume(after)
    assert apply_patch("", change_of(PATH, None, Document(after)).diff).text == after


def without_numbers(patch: str) -> str:
    return re.sub(r"@@ -[^\r\n]*", "@@ ... @@", patch)


def without_blank_context(patch: str) -> str:
    return re.sub(r"(?m)^ $", "", patch)


def with_wrong_counts(patch: str) -> str:
    return re.sub(r"(?m)^@@ -(\d+)[^ ]* \+(\d+)[^ ]* @@", r"@@ -\1,3 +\2,4 @@", patch)


def with_crlf(patch: str) -> str:
    return patch.replace("\n", "\r\n")


def in_a_fence(patch: str) -> str:
    return f"Here:\n```diff\n{patch}```\nIt does\n- this\n"


def indented(patch: str) -> str:
    return re.sub("(?m)^(?=.)", "    ", patch)


HABITS = st.lists(
    st.sampled_from(
        [
            without_numbers,
            without_blank_context,
            with_wrong_counts,
            with_crlf,
            in_a_fence,
            indented,
        ]
    ),
    min_size=1,
    max_size=3,
    unique=True,
)


@given(edited(LF_LINES), HABITS, st.sampled_from(["", "top\n", "\n\n"]))
def test_a_badly_written_diff_gives_the_right_text_or_an_error(
    texts: tuple[str, str], habits: list[object], drift: str
) -> None:
    before, after = texts
    assume(before != after and before)
    patch = diff(before, after)
    if drift:  # wrong numbers could point at a line that happens to fit
        patch = without_numbers(patch)
    for habit in habits:
        assert callable(habit)
        patch = str(habit(patch))
    try:
        patched = apply_patch(drift + before, patch)
    except EditRefusedError:
        return
    assert patched.text == drift + after


@given(edited(LF_LINES))
def test_a_diff_with_lf_changes_a_crlf_file_in_crlf(texts: tuple[str, str]) -> None:
    before, after = texts
    assume(before != after and "\n" in before)
    patched = apply_patch(before.replace("\n", "\r\n"), diff(before, after))
    assert patched.text == after.replace("\n", "\r\n")


@given(edited(CRLF_LINES), edited(CRLF_LINES))
def test_a_diff_of_another_file_is_refused_or_keeps_every_other_line(
    texts: tuple[str, str], others: tuple[str, str]
) -> None:
    before, after = texts
    other = others[0]
    assume(before != after)
    try:
        patched = apply_patch(other, diff(before, after)).text
    except EditRefusedError:
        return
    meant = change_of(PATH, Snapshot(Document(before), "1"), Document(after))
    lost = Counter(split_lines(other)) - Counter(split_lines(patched))
    assert lost.total() <= meant.lines_removed + 1
