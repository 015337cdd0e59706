from pathlib import Path

import pytest

from architect.domain.paths import WorkspacePath
from architect.domain.text.diff import bounded_patch, change_of
from architect.domain.text.document import Document, FileChange, Snapshot


def change(before: str | None, after: str | None, name: str = "a.txt") -> FileChange:
    return change_of(
        WorkspacePath(name, Path("/ws") / name),
        None if before is None else Snapshot(Document(before), "fingerprint"),
        None if after is None else Document(after),
    )


def numbered(count: int) -> list[str]:
    return [f"line {number}\n" for number in range(1, count + 1)]


def test_a_changed_line_has_three_lines_of_context() -> None:
    lines = numbered(9)
    after = [*lines[:4], "new\n", *lines[5:]]
    made = change("".join(lines), "".join(after))
    assert made.diff == (
        "--- a/a.txt\n+++ b/a.txt\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n"
        "-line 5\n+new\n line 6\n line 7\n line 8\n"
    )
    assert (made.lines_added, made.lines_removed) == (1, 1)


def test_near_changes_share_a_hunk_and_far_ones_do_not() -> None:
    lines = numbered(30)
    near = [*lines[:4], *lines[5:10], "new\n", *lines[10:]]
    far = [*lines[:4], *lines[5:20], "new\n", *lines[20:]]
    assert change("".join(lines), "".join(near)).diff.count("@@ -") == 1
    assert change("".join(lines), "".join(far)).diff.count("@@ -") == 2


@pytest.mark.parametrize(
    ("before", "after", "body"),
    [
        ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
        ("a\n", "a", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"),
        (
            "a\nb",
            "c\nb",
            "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n",
        ),
        ("b\n", "a\nb\n", "@@ -1 +1,2 @@\n+a\n b\n"),
        ("a\nb\n", "a\nXb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+Xb\n"),
        ("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n"),
        ("a\x0cb\u2028c\n", "a\x0cb\u2028d\n", "@@ -1 +1 @@\n-a\x0cb\u2028c\n+a\x0cb\u2028d\n"),
    ],
)
def test_line_ends_are_told_as_git_tells_them(before: str, after: str, body: str) -> None:
    assert change(before, after).diff == f"--- a/a.txt\n+++ b/a.txt\n{body}"


@pytest.mark.parametrize(("distance", "hunks"), [(6, 1), (7, 2)])
def test_hunks_are_joined_where_their_context_touches(distance: int, hunks: int) -> None:
    kept = numbered(distance)
    before = "".join(["old 1\n", *kept, "old 2\n"])
    after = "".join(["new 1\n", *kept, "new 2\n"])
    assert change(before, after).diff.count("@@ -") == hunks


def test_a_change_inside_a_line_has_three_lines_of_context_behind_it() -> None:
    made = change("a\nb\n1\n2\n3\n4\n", "a\nXb\n1\n2\n3\n4\n")
    assert made.diff.endswith("@@ -1,5 +1,5 @@\n a\n-b\n+Xb\n 1\n 2\n 3\n")


def test_a_created_file_comes_from_nowhere() -> None:
    made = change(None, "a\nb\n")
    assert made.diff == "--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n"
    assert (made.lines_added, made.lines_removed) == (2, 0)


def test_a_deleted_file_goes_nowhere() -> None:
    made = change("a\nb\n", None)
    assert made.diff == "--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
    assert (made.lines_added, made.lines_removed) == (0, 2)


def test_an_empty_file_is_created_by_gits_own_header() -> None:
    assert change(None, "").diff == "diff --git a/a.txt b/a.txt\nnew file mode 100644\n"


def test_an_emptied_file_is_not_deleted() -> None:
    assert change("a\n", "").diff == "--- a/a.txt\n+++ b/a.txt\n@@ -1 +0,0 @@\n-a\n"


def test_the_same_text_has_no_diff() -> None:
    made = change("a\n", "a\n")
    assert (made.diff, made.lines_added, made.lines_removed) == ("", 0, 0)


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("with space.txt", "--- a/with space.txt\t\n"),
        ("é.txt", "--- a/é.txt\n"),
        ('quote".txt', '--- "a/quote\\".txt"\n'),
        ("back\\slash", '--- "a/back\\\\slash"\n'),
        ("two\nlines", '--- "a/two\\012lines"\n'),
    ],
)
def test_a_name_that_would_garble_the_header_is_quoted(name: str, header: str) -> None:
    assert change("a\n", "b\n", name).diff.startswith(header)


def test_scattered_changes_of_a_long_file_stay_apart() -> None:
    lines = [f"line {number}\n" if number % 3 else "\n" for number in range(25_000)]
    after = list(lines)
    for place in range(500, 25_000, 1_200):
        after[place] = "changed\n"
    made = change("".join(lines), "".join(after))
    assert made.diff.count("\n@@ ") == made.lines_added == made.lines_removed == 21


def test_a_rewrite_without_common_lines_is_one_block() -> None:
    before = "".join(f"old {number}\n" for number in range(3_000))
    after = "".join(f"new {number}\n" for number in range(3_000))
    made = change(before, after)
    assert made.diff.count("\n@@ ") == 1
    assert (made.lines_added, made.lines_removed) == (3_000, 3_000)


def test_repeated_lines_are_matched_without_anchors() -> None:
    before = "x\ny\n" * 50
    after = "x\ny\n" * 20 + "z\n" + "x\ny\n" * 10 + "w\n" + "x\ny\n" * 20
    made = change(before, after)
    assert (made.lines_added, made.lines_removed) == (2, 0)


def test_a_patch_is_cut_between_two_lines() -> None:
    patch = "-one\n+two\n+three\n"
    assert bounded_patch(patch, len(patch)) == patch
    assert bounded_patch(patch, 12) == "-one\n+two\n[... 7 characters left out ...]\n"
    assert bounded_patch(patch, 3) == "[... 17 characters left out ...]\n"
