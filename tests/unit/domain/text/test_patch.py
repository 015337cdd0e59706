import contextlib

import pytest
from tests.support.table import table

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.apply import apply_patch

LETTERS = "a\nb\nc\nd\ne\nf\ng\n"
HUNK = " b\n-c\n+X\n d\n"
PATCHED = "a\nb\nX\nd\ne\nf\ng\n"


def refusal(text: str, patch: str) -> str:
    with pytest.raises(EditRefusedError) as caught:
        apply_patch(text, patch)
    return str(caught.value)


def test_a_correct_patch_needs_no_tolerance() -> None:
    patched = apply_patch(LETTERS, f"--- a/x\n+++ b/x\n@@ -2,3 +2,3 @@\n{HUNK}")
    assert (patched.text, patched.notes) == (PATCHED, ())


@table(
    ("patch", "note"),
    [
        (f"@@ -2,3 +2,3 @@\n{HUNK}", None),
        (f"--- x\t2020-01-01\n@@ -2,3 +2,3 @@ def f():\n{HUNK}", None),
        (f"diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -2,3 +2,3 @@\n{HUNK}", None),
        (f"@@ -5,3 +5,3 @@\n{HUNK}", "hunk 1: at line 2, not 5"),
        (f"@@ -99999,3 +1,3 @@\n{HUNK}", "hunk 1: at line 2, not 99999"),
        (f"@@ -2,9 +2,1 @@\n{HUNK}", "hunk 1: wrong line counts ignored"),
        (f"@@ -2 +2 @@\n{HUNK}", "hunk 1: wrong line counts ignored"),
        (f"@@ -2,1 +2,1 @@\n{HUNK}", "hunk 1: wrong line counts ignored"),
        (f"@@\n{HUNK}", "hunk 1: no line numbers, placed by its text"),
        (f"@@ ... @@\n{HUNK}", "hunk 1: no line numbers, placed by its text"),
        (f"@@ -L,N +L,N @@\n{HUNK}", "hunk 1: no line numbers, placed by its text"),
        (f"```diff\n@@ -2,3 +2,3 @@\n{HUNK}```\n", "markdown fence ignored"),
        (f"```\n@@\n{HUNK}```\nIt does\n- this\n- that\n", "markdown fence ignored"),
        (f"Here it is:\n\n@@ -2,3 +2,3 @@\n{HUNK}\nThat\n- is\n- all.\n", "text behind the hunks"),
        (f"@@ -2,3 +2,3 @@\n{HUNK}-- \n2.39.5\n", "text behind the hunks"),
        (f"@@ -2,9 +2,9 @@\n{HUNK}-- \n2.39.5\n", "text behind the hunks"),
        (f"*** Begin Patch\n*** Update File: x\n@@\n{HUNK}*** End Patch\n", None),
        ("  @@ -2,3 +2,3 @@\n   b\n  -c\n  +X\n   d\n", "the patch as a whole was indented"),
        ("@@ -2,3 +2,3 @@\n b \n-c\t\n+X\n d\n", "hunk 1: spaces at line ends ignored"),
        ("@@ -2,3 +2,3 @@\r\n b\r\n-c\r\n+X\r\n d\r\n", None),
        ("@@ -2,3 +2,3 @@\n b\r\n-c\r\n+X\r\n d\r\n", "hunk 1: line endings of the file kept"),
        (f"@@ -2,3 +2,3 @@\n{HUNK}".rstrip("\n"), None),
        (f"@@ -2,3 +2,3 @@\n{HUNK}@@ -6,1 +6,1 @@\n f\n", None),
    ],
)
def test_what_models_write_is_understood_and_named(patch: str, note: str | None) -> None:
    patched = apply_patch(LETTERS, patch)
    assert patched.text == PATCHED
    if note is None:
        assert patched.notes == ()
    else:
        assert any(given.startswith(note) for given in patched.notes)


def test_blank_context_may_have_lost_its_space() -> None:
    text = "a\n\nb\n\nc\n"
    assert apply_patch(text, "@@ -1,5 +1,5 @@\n a\n\n-b\n+X\n\n c\n").text == "a\n\nX\n\nc\n"
    assert apply_patch(text, "@@\n a\n\n-b\n+X\n\n c\n\n").text == "a\n\nX\n\nc\n"


def test_spaces_at_line_ends_of_context_stay_in_the_file() -> None:
    assert apply_patch("a  \nb\nc\t\n", "@@\n a\n-b\n+X\n c\n").text == "a  \nX\nc\t\n"


@pytest.mark.parametrize(
    ("patch", "note"),
    [
        ("@@\n def f():\n-    a\n+    X\n+        Y\n", "indented by '    ' more"),
        ("@@\n         def f():\n-            a\n+            X\n+                Y\n", "' less"),
    ],
)
def test_one_level_of_indentation_may_be_wrong_throughout(patch: str, note: str) -> None:
    patched = apply_patch("class A:\n    def f():\n        a\n", patch)
    assert patched.text == "class A:\n    def f():\n        X\n            Y\n"
    assert any(note in given for given in patched.notes)


def test_indentation_that_is_wrong_in_one_hunk_only_is_refused() -> None:
    text = "    a\n    b\n    c\n    d\n"
    assert "does not fit" in refusal(text, "@@\n-a\n+A\n@@\n-    d\n+    D\n")


def test_indentation_that_could_be_shifted_in_two_ways_is_refused() -> None:
    assert "does not fit" in refusal("  a\n    a\n", "@@\n-a\n+b\n")


def test_an_ambiguous_hunk_is_not_shifted_to_another_place() -> None:
    assert "lines 1, 2;" in refusal("a\na\n    a\n", "@@\n-a\n+b\n")


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_a_patch_with_lf_keeps_the_line_ends_of_the_file(newline: str) -> None:
    patched = apply_patch(LETTERS.replace("\n", newline), f"@@ -2,3 +2,3 @@\n{HUNK}")
    assert patched.text == PATCHED.replace("\n", newline)
    assert patched.notes == ("hunk 1: line endings of the file kept",)


def test_only_changed_lines_of_a_mixed_file_change() -> None:
    patched = apply_patch("a\r\nb\nc\r\nd\n", "@@ -1,3 +1,4 @@\n a\n b\n-c\n+X\n+Y\n d\n")
    assert patched.text == "a\r\nb\nX\nY\nd\n"


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ("@@ -2,0 +3 @@\n+X\n", "a\r\nb\r\nX\r\n"),
        ("@@ -1 +1 @@\n-a\r\n+A\r\n@@ -2,0 +3 @@\n+X\n", "A\r\nb\r\nX\n"),
    ],
)
def test_an_insertion_is_taken_as_written_if_the_patch_knows_of_crlf(
    patch: str, expected: str
) -> None:
    assert apply_patch("a\r\nb\r\n", patch).text == expected


def test_an_empty_line_does_not_melt_into_a_lone_cr() -> None:
    assert "melt into the lone CR" in refusal("a\rb\n", "@@\n a\n+\n b\n")


def test_two_equally_good_places_are_refused_with_both_line_numbers() -> None:
    assert "fits equally well at lines 1, 4;" in refusal("x\ny\n\nx\ny\n", "@@\n x\n-y\n+z\n")
    assert "lines 1, 4;" in refusal("x\ny\n\nx\ny\n", "@@ -2,2 +2,2 @@\n x\n-y\n+z\n")


def test_a_line_number_that_points_exactly_decides() -> None:
    patched = apply_patch("x\ny\n\nx\ny\n", "@@ -4,2 +4,2 @@\n x\n-y\n+z\n")
    assert (patched.text, patched.notes) == ("x\ny\n\nx\nz\n", ())


def test_the_offset_of_the_hunk_before_decides() -> None:
    text = "1\n2\n3\nunique\nx\n-\nx\n-\nx\n"
    patched = apply_patch(text, "@@ -1 +1 @@\n-unique\n+U\n@@ -4 +4 @@\n-x\n+z\n")
    assert patched.text == "1\n2\n3\nU\nx\n-\nz\n-\nx\n"


def test_a_line_number_and_an_offset_that_disagree_do_not_decide() -> None:
    patch = "@@ -1 +1 @@\n-unique\n+U\n@@ -4 +4 @@\n-x\n+z\n"
    assert "hunk 2 fits equally well at lines 4, 5;" in refusal("1\nunique\n3\nx\nx\n", patch)


def test_a_missing_line_end_points_at_the_end_of_the_file() -> None:
    patch = "@@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n"
    assert apply_patch("x\nx\nx", patch).text == "x\nx\ny"
    assert apply_patch("x\nx\nx\n", patch).text == "x\nx\ny\n"


def test_context_that_differs_is_refused_with_the_nearest_text() -> None:
    message = refusal("alpha\nbeta\ngamma\n", "@@ -1,3 +1,3 @@\n alpha\n-beto\n+X\n gamma\n")
    assert "line 2 is 'beta', the patch has 'beto'" in message
    assert "     1  alpha\n     2  beta\n     3  gamma" in message


@pytest.mark.parametrize(
    "patch",
    ["@@ -2,2 +2,2 @@\n bb\n-c\n+X\n", "@@ -2,2 +2,2 @@\n B\n-c\n+X\n", "@@\n b  x\n-c\n+X\n"],
)
def test_context_is_never_ignored(patch: str) -> None:
    assert "hunk 1 does not fit" in refusal(LETTERS, patch)


def test_a_patch_that_is_applied_already_is_told() -> None:
    assert "applied already" in refusal("one\nnew\nthree\n", "@@\n one\n-old\n+new\n three\n")


def test_hunks_are_applied_in_order() -> None:
    patch = "@@ -2,3 +2,3 @@\n b\n-c\n+X\n d\n@@ -4,3 +4,3 @@\n d\n-e\n+Y\n f\n"
    assert apply_patch(LETTERS, patch).text == "a\nb\nX\nd\nY\nf\ng\n"


def test_hunks_out_of_order_are_put_in_order_if_each_has_one_place() -> None:
    patched = apply_patch(LETTERS, "@@\n-e\n+E\n@@\n-a\n+A\n")
    assert patched.text == "A\nb\nc\nd\nE\nf\ng\n"
    assert "the hunks were not in the order of the file" in patched.notes
    assert "lines 1, 3;" in refusal("a\nb\na\nc\n", "@@\n-c\n+C\n@@\n-a\n+A\n")


def test_hunks_that_overlap_are_refused() -> None:
    assert "hunk 2 stands at line 2, before the end of hunk 1" in refusal(
        LETTERS, "@@\n-b\n-c\n+X\n@@\n-b\n+Y\n"
    )
    assert "before the end of hunk" in refusal(LETTERS, "@@\n b\n-c\n+X\n@@\n-c\n+Y\n")


def test_the_hunks_around_it_tell_the_place_of_one_with_two() -> None:
    text = "x\none\nx\ntwo\nx\n"
    patched = apply_patch(text, "@@\n-one\n+1\n@@\n-x\n+y\n@@\n-two\n+2\n")
    assert patched.text == "x\n1\ny\n2\nx\n"


def test_a_header_that_points_out_of_order_leaves_the_place_open() -> None:
    patch = "@@ -1 +1 @@\n-x\n+y\n@@ -9 +9 @@\n-two\n+2\n@@ -5 +5 @@\n-x\n+z\n"
    assert "fits equally well" in refusal("x\none\nx\ntwo\nx\n", patch)


def test_places_that_differ_in_blanks_only_are_told_apart_by_the_header() -> None:
    text = "x\n\nx \n"
    assert apply_patch(text, "@@ -3 +3 @@\n-x\n+y\n").text == "x\n\ny\n"
    assert apply_patch(text, "@@\n-x\n+y\n").text == "y\n\nx \n"


@pytest.mark.parametrize(
    "patch",
    [
        "@@ -2,3 +2,3 @@\nb\n-c\n+X\nd\n",
        "@@\nb\n-c\n+X\nd\n",
    ],
)
def test_context_lines_may_have_lost_their_space(patch: str) -> None:
    patched = apply_patch(LETTERS, patch)
    assert patched.text == PATCHED
    assert "context lines had lost their leading space" in patched.notes


def test_indented_context_lines_may_have_lost_their_space() -> None:
    text = "def f():\n    a\n    b\n    c\n"
    patch = "@@ -1,4 +1,4 @@\ndef f():\n    a\n-    b\n+    X\n    c\n"
    assert apply_patch(text, patch).text == "def f():\n    a\n    X\n    c\n"


def test_one_space_is_no_level_of_indentation() -> None:
    assert "does not fit" in refusal("   a\n   b\n", "@@\n-  a\n+  X\n")


def test_tabs_are_not_taken_for_spaces() -> None:
    message = refusal("\tfirst line\n\tb\n", "@@\n     first line\n-    b\n+    c\n")
    assert "'\\tfirst line', the patch has '    first line'" in message


def test_a_patch_with_cr_line_ends_inside_is_read() -> None:
    patch = "--- a/x\n+++ b/x\n@@ -2,3 +2,3 @@\n b\r-c\r+X\r d\r"
    assert apply_patch(LETTERS.replace("\n", "\r"), patch).text == PATCHED.replace("\n", "\r")


@pytest.mark.parametrize(
    "patch",
    [
        "@@ -1,7 +1,8 @@\n a\n b\n c\n-d\n",
        "@@ -1,7 +1,7 @@\n a\n b\n c\n-d\n+X",
        "@@ -1,6 +1,6 @@\n a\n b\n",
        "@@ -2,5 +2,5 @@\n b\n-c\n+X\n d\n",
        "@@ -1,7 +1,7 @@\n a\n b\n c\n-d\n+X\n",
        "@@ -1,7 +1,7 @@\n a\n b\n c\n-d\n+X\n e\n",
        "@@ -2,3 +2,3 @@\n b\n-c\n+X\n d\n@",
        "--- /dev/null\n+++ b/x\n@@ -0,0 +1,5 @@\n+a\n+b\n",
    ],
)
def test_a_patch_that_stops_before_its_end_is_refused(patch: str) -> None:
    assert "seems cut off" in refusal("" if "null" in patch else f"{LETTERS}h\ni\n", patch)


def test_a_cut_off_patch_is_told_the_right_header() -> None:
    message = refusal("", "--- /dev/null\n+++ b/x\n@@ -0,0 +1,5 @@\n+a\n+b\n")
    assert "promises 0 old and 5 new lines, but 0 and 2 came" in message
    assert apply_patch("", message[message.index("@@ -") :] + "\n+a\n+b\n").text == "a\nb\n"


@pytest.mark.parametrize(
    "patch",
    [
        "@@ -1,6 +1,6 @@\n a\n b\n c\n-d\n+X\n e\n",
        "@@ -1,9 +1,9 @@\n a\n b\n c\n-d\n+X\n e\n f\n g\n",
        "```\n@@ -1,9 +1,10 @@\n-d\n+X\n```\n",
    ],
)
def test_missing_context_and_wrong_counts_are_no_cut(patch: str) -> None:
    text = f"{LETTERS}h\ni\nj\nk\n"
    assert apply_patch(text, patch).text == text.replace("d", "X")


@pytest.mark.parametrize("digits", [18, 19, 5_000])
@pytest.mark.parametrize("header", ["@@ -N,3 +2,3 @@", "@@ -2,N +2,3 @@", "@@ -2,3 +N,3 @@"])
def test_numbers_beyond_all_measure_are_only_wrong(header: str, digits: int) -> None:
    patch = header.replace("N", "9" * digits) + "\n b\n-c\n+X\n d\n"
    assert apply_patch("a\nb\nc\nd\n", patch).text == "a\nb\nX\nd\n"


def test_blank_context_at_the_end_may_have_been_stripped() -> None:
    patch = "@@ -2,5 +2,5 @@\n b\n c\n-d\n+X\n e"
    assert apply_patch("a\nb\nc\nd\ne\n\nf\n", patch).text == "a\nb\nc\nX\ne\n\nf\n"
    assert "seems cut off" in refusal("a\nb\nc\nd\ne\nnot blank\nf\n", patch)


def test_a_line_of_context_that_is_cut_inside_is_not_ignored() -> None:
    assert "does not fit" in refusal("a\nb\nlonger\n", "@@\n a\n-b\n+X\n lon")


def test_lines_that_are_added_already_are_not_added_again() -> None:
    assert "looks applied already" in refusal("a\nnew\nb\n", "@@\n a\n+new\n")
    assert "looks applied already" in refusal("a\nnew\nb\n", "@@\n+new\n b\n")
    assert apply_patch("a\nnew\n", "@@\n new\n+new\n").text == "a\nnew\nnew\n"


def test_a_patch_whose_new_text_stands_where_it_should_is_not_applied_elsewhere() -> None:
    patch = "@@ -3,2 +3,3 @@\n \n+new\n \n"
    assert "looks applied already" in refusal("a\nb\n\nnew\n\nc\n\n\nd\n", patch)


def test_a_patch_that_is_half_applied_is_told_what_is_left() -> None:
    message = refusal("A\nb\nc\n", "@@\n-a\n+A\n@@\n-c\n+C\n")
    assert "hunk 1 looks applied already" in message
    assert "the hunks 2" in message


def test_a_byte_that_is_not_utf8_is_matched_by_what_is_shown_for_it() -> None:
    text = "# caf\udce9\nx = 1\n"
    patched = apply_patch(text, "@@\n # caf\ufffd\n-x = 1\n+x = 2\n")
    assert patched.text == "# caf\udce9\nx = 2\n"
    assert "cannot be given" in refusal(text, "@@\n-# caf\ufffd\n+# Caf\ufffd\n x = 1\n")


@pytest.mark.parametrize(
    "patch",
    [
        "@@ -1,9 +1,9 @@\n" + "".join(f" {'y' * 5000}\n" for _ in range(50)) + "-a\n+b\n",
        f"@@ {'x' * 9000}\n",
        f"rename from {'x' * 9000}\n@@\n-a\n+b\n",
        f"@@\n-a\n+b\nprose\n-{'x' * 9000}\n",
        "@@\n-x\n+y\n",
    ],
)
def test_refusals_are_short(patch: str) -> None:
    text = "".join(f"{'y' * 4990}{n}\n" for n in range(300)) + "x\n" * 5000
    assert len(refusal(text, patch)) < 2000


def test_the_notes_on_many_hunks_are_few() -> None:
    text = "".join(f"line {n}\n" for n in range(300))
    patched = apply_patch(text, "".join(f"@@\n-line {n}\n+{n}\n" for n in range(0, 300, 3)))
    assert len(patched.notes) == 11
    assert patched.notes[-1].endswith("more like these")


def test_a_hunk_like_almost_everything_is_refused_in_bounded_time() -> None:
    text = "a\nb\n" * 200_000
    patch = "@@\n" + " a\n b\n" * 400 + " a\n-a\n+c\n"
    assert "in too many places" in refusal(text, patch)


def test_one_hunk_that_does_not_fit_refuses_them_all() -> None:
    assert "hunk 2 does not fit" in refusal(LETTERS, "@@\n-a\n+A\n@@\n-zzz\n+Z\n")


@pytest.mark.parametrize(
    ("text", "patch", "expected"),
    [
        ("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nc"),
        ("a\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc"),
        ("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n", "a\nc"),
        ("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", "a\nb\n"),
        ("a\nb", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n", "c\nb"),
        ("a\r\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline\n+c\n+d\n", "a\r\nc\r\nd\r\n"),
        ("a\r\nb", "@@ -2 +1,0 @@\n-b\n", "a\r\n"),
    ],
)
def test_the_final_line_end_is_kept_or_changed_as_told(
    text: str, patch: str, expected: str
) -> None:
    assert apply_patch(text, patch).text == expected


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ("@@ -0,0 +1 @@\n+X\n", f"X\n{LETTERS}"),
        ("@@ -1,0 +2 @@\n+X\n", LETTERS.replace("b", "X\nb")),
        ("@@ -7,0 +8 @@\n+X\n", f"{LETTERS}X\n"),
        ("@@ -2 +1,0 @@\n-b\n@@ -4,0 +4 @@\n+X\n", "a\nc\nd\nX\ne\nf\ng\n"),
    ],
)
def test_insertions_without_context_go_behind_the_line_they_name(patch: str, expected: str) -> None:
    assert apply_patch(LETTERS, patch).text == expected


@pytest.mark.parametrize(
    "patch",
    [
        "@@\n+X\n",
        "@@ -3 +3,2 @@\n+X\n",
        "@@ -9,0 +10 @@\n+X\n",
        "@@ -3 +3 @@\n-b\n+B\n@@ -5,0 +6 @@\n+X\n",
    ],
)
def test_insertions_without_a_certain_place_are_refused(patch: str) -> None:
    assert "give it lines of context" in refusal(LETTERS, patch)


def test_a_file_is_created_from_nothing() -> None:
    patch = "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n"
    assert apply_patch("", patch).text == "a\nb\n"
    assert "it exists and is not empty" in refusal("a\n", patch)


def test_the_entire_content_is_deleted() -> None:
    patch = "--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
    assert apply_patch("a\nb\n", patch).text == ""
    assert "its hunks leave some lines" in refusal("a\nb\nc\n", patch)


def test_removed_comment_lines_are_not_headers() -> None:
    patch = "@@ -1,3 +1,2 @@\n--- x\n+++ y\n-++ z\n w\n"
    assert apply_patch("-- x\n++ z\nw\n", patch).text == "++ y\nw\n"
    assert apply_patch("-- x\n++ z\nw\n", patch.replace("-1,3 +1,2", "...")).text == "++ y\nw\n"


@pytest.mark.parametrize("patch", ["", "nothing", "--- a/x\n+++ b/x\n", "-a\n+b\n", "2d\n.\nw\n"])
def test_a_patch_without_hunks_is_refused(patch: str) -> None:
    assert "the patch has no hunks" in refusal(LETTERS, patch)


@table(
    ("patch", "reason"),
    [
        ("@@ -1 +1 @@\n a\n", "changes nothing"),
        ("@@ -1 +1 @@\n-a\n+a\n", "changes nothing"),
        ("@@ -1 +1 @@\n@@ -2 +2 @@\n-b\n+B\n", "hunk 1 is empty"),
        ("@@@ -1 -1 +1 @@@\n  a\n", "combined diff"),
        ("rename from x\nrename to y\n@@\n-a\n+b\n", "'rename from x'"),
        ("copy from x\ncopy to y\n@@\n-a\n+b\n", "'copy from x'"),
        ("old mode 100644\nnew mode 120000\n@@\n-a\n+b\n", "'new mode 120000'"),
        ("new file mode 160000\n", "160000"),
        ("new file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n", "120000"),
        ("Binary files a/x and b/x differ\n@@\n-a\n+b\n", "'Binary files"),
        ("GIT binary patch\n@@\n-a\n+b\n", "'GIT binary patch'"),
        ("@@\n-a\n+b\nrename from x\n", "'rename from x'"),
        ("@@ -1 +1 @@\n-a\n+A\n--- a/y\n+++ b/y\n@@ -2 +2 @@\n-b\n+B\n", "more than one file"),
        ("@@\n-a\n+A\n--- a/y\n+++ b/y\n@@\n-b\n+B\n", "more than one file"),
        ("@@\n-a\n+A\ndiff --git a/y b/y\n@@\n-b\n+B\n", "more than one file"),
        ("--- a\n+++ b\n--- c\n+++ d\n@@\n-b\n+B\n", "more than one file"),
        ("@@ -1,2 +1,2 @@\n-a\n+A\nx\n-c\n+C\n", "line 5 of the patch, '-c', is a change outside"),
        ("@@ -1 +1 @@\n-a\n+A\nx\n-c\n+C\n", "line 5 of the patch, '-c', is a change outside"),
        ("<<<<<<< SEARCH\na\n=======\nA\n>>>>>>> REPLACE\n", "use edit_file for it"),
        ("*** Begin Patch\n*** Add File: x\n+a\n*** End Patch\n", "exists and is not empty"),
        ("*** Begin Patch\n*** End Patch\n", "no header of a file"),
        ("*** Begin Patch\n*** Frobnicate File: x\n@@\n-a\n+b\n*** End Patch\n", "no header"),
        ("*** Begin Patch\n*** Update File: x\n*** End Patch\n", "no hunks"),
        ("*** Begin Patch\n*** Update File: x\n@@\n*** End Patch\n", "hunk 1 is empty"),
        ("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n", "cut off"),
        (
            "*** Begin Patch\n*** Update File: x\n*** Move to: y\n@@\n-a\n+b\n*** End Patch\n",
            "Move to",
        ),
        (
            "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n"
            "*** Update File: y\n@@\n-a\n+b\n*** End Patch\n",
            "more than one file",
        ),
        (
            "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\nc\n-d\n+e\n*** End Patch\n",
            "ended the hunk",
        ),
        ("@@\n-a\n+A\nb\n- c\n", "line 5 of the patch, '- c', is a change outside"),
    ],
)
def test_a_patch_that_is_more_or_less_than_changes_is_refused(patch: str, reason: str) -> None:
    assert reason in refusal(LETTERS, patch)


TWICE = "def f():\n    x = 1\n    return x\n\n\ndef g():\n    x = 1\n    return x\n"
IN_F = TWICE.replace("x = 1", "x = 2", 1)
IN_G = TWICE[:30] + TWICE[30:].replace("x = 1", "x = 2")
METHODS = (
    "class A:\n    def f(self):\n        a\n    def g(self):\n        a\n"
    "class B:\n    def f(self):\n        a\n    def g(self):\n        a\n"
)
X = "-    x = 1\n+    x = 2\n"
A = "-        a\n+        b\n"


def methods(number: int) -> str:
    """METHODS with the body of one method changed."""
    parts = METHODS.split("        a\n")
    bodies = ["        a\n"] * 4
    bodies[number] = "        b\n"
    return "".join(map("".join, zip(parts, [*bodies, ""], strict=True)))


@table(
    ("text", "patch", "expected"),
    [
        (TWICE, f"@@ def g():\n{X}", IN_G),
        (TWICE, f"@@ def f():\n{X}", IN_F),
        (TWICE, f"@@ def g(): @@\n{X}", IN_G),
        (TWICE, f"@@ def g\n{X}", IN_G),
        (TWICE, f"@@ def g():\n def g():\n{X}", IN_G),
        (TWICE, f"@@ -2 +2 @@ def g():\n{X}", IN_G),
        (TWICE, f"@@ -7 +7 @@ def f():\n{X}", IN_F),
        (TWICE, f"@@ -70 +70 @@ def g():\n{X}", IN_G),
        (TWICE, f"@@ -7 +7 @@ gone\n{X}", IN_G),
        (TWICE, f"@@ -7 +7 @@ import nothing\n{X}", IN_G),
        (METHODS, f"@@ class B:\n@@ def f(self):\n{A}", methods(2)),
        (METHODS, f"@@ class B:\n@@     def g(self):\n{A}", methods(3)),
        (METHODS, f"@@ class A:\n@@     def g(self):\n{A}", methods(1)),
        (TWICE, "@@ def g():\n+    y = 0\n", TWICE.replace("g():\n", "g():\n    y = 0\n")),
        (TWICE, f"@@ def f():\n{X}@@ def g():\n{X}", TWICE.replace("x = 1", "x = 2")),
        (TWICE, f"@@ def g():\n{X}@@ def f():\n{X}", TWICE.replace("x = 1", "x = 2")),
    ],
)
def test_the_text_of_a_header_says_where_a_hunk_may_go(
    text: str, patch: str, expected: str
) -> None:
    assert apply_patch(text, patch).text == expected


@table(
    ("text", "patch", "reason"),
    [
        (TWICE, f"@@ def h():\n{X}", "no line of the file is 'def h():'"),
        (TWICE, "@@ def g():\n-def f():\n+def e():\n", "does not fit below 'def g():'"),
        (METHODS, f"@@ def f(self):\n{A}", "fits equally well at lines 3, 8"),
        (METHODS, "@@ def f(self):\n+        b\n", "stands in several places"),
        (
            "def f():\n    pass\ndef g():\n    x\n",
            "@@ def f():\n-    x\n+    y\n",
            "does not fit below 'def f():'",
        ),
    ],
)
def test_a_hunk_never_goes_where_its_header_does_not_let_it(
    text: str, patch: str, reason: str
) -> None:
    assert reason in refusal(text, patch)


def codex(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch"])


@table(
    ("text", "patch", "expected"),
    [
        ("", codex("*** Add File: x", "+a", "+", "+b"), "a\n\nb\n"),
        ("", codex("*** Add File: x"), ""),
        ("a\nb\n", codex("*** Update File: x", "@@", "-b", "+c"), "a\nc\n"),
        ("a\nb\n", codex("*** Update File: x", " a", "-b", "+c"), "a\nc\n"),
        ("a\nb", codex("*** Update File: x", "@@", "-b", "+c", "+d"), "a\nc\nd\n"),
        ("a\nb", codex("*** Update File: x", "@@", "-a", "+c"), "c\nb"),
        ("a\nb\n", codex("*** Update File: x", "@@", "+c", "+d"), "a\nb\nc\nd\n"),
        ("x\nx\n", codex("*** Update File: x", "@@", "-x", "+y", "*** End of File"), "x\ny\n"),
        ("a\nb\nc\n", codex("*** Update File: x", "@@", " a", "-b", " c"), "a\nc\n"),
        (TWICE, codex("*** Update File: x", "@@ def g():", *X.splitlines()), IN_G),
        (
            METHODS,
            codex("*** Update File: x", "@@ class B:", "@@ def f(self):", *A.splitlines()),
            methods(2),
        ),
        ("a\nb\n", codex("  *** Update File: x  ", "@@", "-b", "+c"), "a\nc\n"),
        ("a\nb\n", f" {codex('*** Update File: x', '@@', '-b', '+c')} ", "a\nc\n"),
        ("a\nb\n", f"```\n{codex('*** Update File: x', '@@', '-b', '+c')}\n```\n", "a\nc\n"),
        (
            "a\nb\n",
            codex("*** Update File: x", "@@", "-a", "+A", "", "@@", "-b", "+B", ""),
            "A\nB\n",
        ),
        (
            "a\nb\n",
            codex("*** Update File: x", "@@", "-a", "+A", "*** Update File: x", "@@", "-A", "+Z"),
            "Z\nb\n",
        ),
        ("a\n\nb\n", codex("*** Update File: x", "@@", " a", "", "-b", "+c"), "a\n\nc\n"),
        ("a\r\nb\r\n", codex("*** Update File: x", "@@", "-b", "+c"), "a\r\nc\r\n"),
    ],
)
def test_the_form_of_codex_is_understood(text: str, patch: str, expected: str) -> None:
    assert apply_patch(text, patch, name="src/x").text == expected


def test_the_form_of_codex_is_for_the_file_of_the_call() -> None:
    with pytest.raises(EditRefusedError, match="the patch is for 'y'"):
        apply_patch("a\n", codex("*** Update File: y", "@@", "-a", "+b"), name="x")
    assert apply_patch("a\n", codex("*** Delete File: x"), name="x").deleted
    assert "does not stand at the end" in refusal(
        "x\ny\n", codex("*** Update File: x", "@@", "-x", "+z", "*** End of File")
    )


@table(
    ("text", "patch", "expected", "executable"),
    [
        ("a\n", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "a\n", True),
        ("a\n", "diff --git a/x b/x\nold mode 100755\nnew mode 100644\n", "a\n", False),
        (
            "a\n",
            "diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1..2\n"
            "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
            "b\n",
            True,
        ),
        (
            "",
            "diff --git a/x b/x\nnew file mode 100755\nindex 0..1\n"
            "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n",
            "a\n",
            True,
        ),
        ("", "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n", "", False),
        ("a\n", "@@ -1 +1 @@\n-a\n+b\n", "b\n", None),
    ],
)
def test_a_patch_of_git_also_sets_the_execute_bit(
    text: str, patch: str, expected: str, executable: bool | None
) -> None:
    patched = apply_patch(text, patch)
    assert (patched.text, patched.executable) == (expected, executable)


def test_several_diffs_of_one_file_are_applied_in_their_order() -> None:
    header = "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n"
    first, second = "@@ -1,2 +1,2 @@\n-a\n+b\n c\n", "@@ -1,2 +1,3 @@\n+top\n b\n c\n"
    assert apply_patch("a\nc\n", header + first + header + second).text == "top\nb\nc\n"
    assert apply_patch("a\nc\n", f"--- x\n+++ x\n{first}--- x\n+++ x\n{second}").text.startswith(
        "top"
    )
    assert "does not fit" in refusal("a\nc\n", header + second + header + first)
    made = (
        "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n"
        "@@ -0,0 +1,2 @@\n+a\n+c\n"
    )
    assert apply_patch("", made + header + first).text == "b\nc\n"
    mode = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"
    patched = apply_patch("a\nc\n", mode + header + first)
    assert (patched.text, patched.executable) == ("b\nc\n", True)


def test_a_hunk_of_the_end_of_a_file_does_not_go_before_lines_that_stand_there_too():
    copy = "x\na\nb\nc\n"
    patch = "@@ -2,3 +2,5 @@\n a\n b\n c\n+d\n+e\n"

    assert apply_patch(copy, patch).text == f"{copy}d\ne\n"
    assert "fits equally well at lines 2, 6" in refusal(copy * 2, patch)
    assert apply_patch(copy * 2, patch.replace("-2,3 +2", "-6,3 +6")).text == f"{copy * 2}d\ne\n"
    between = "@@ -2,3 +2,4 @@\n a\n+d\n b\n c\n"
    assert apply_patch(copy * 2, between).text == "x\na\nd\nb\nc\n" + copy


def test_who_wants_to_move_a_file_by_a_patch_is_told_by_which_calls_to_do_so():
    moves = (
        "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch\n",
        "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n",
    )
    for patch in moves:
        told = refusal("x\n", patch)
        assert all(call in told for call in ("git mv OLD NEW", "write_file", "delete_file")), told
    assert "write_file" in refusal("x\n", moves[1].replace("rename", "copy"))


def test_a_long_run_of_blanks_costs_no_more_than_its_length() -> None:
    """Quadratic patterns would take minutes for these."""
    blanks = " " * 300_000
    headers = (
        f"--- a{blanks}b\n+++ a{blanks}b\n@@ -1 +1 @@\n-a\n+b\n",
        f"@@ x{blanks}y\n-a\n+b\n",
        f"*** Begin Patch\n*** Update File: x{blanks}y\n@@\n-a\n+b\n*** End Patch\n",
        "*** Begin Patch\n*** Delete File: x\n" + "\n" * 300_000 + "*** End Patch\n",
    )
    for patch in headers:
        with contextlib.suppress(EditRefusedError):
            apply_patch("a\n", patch)
