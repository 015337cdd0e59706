from architect.cli.diff_lines import MAX_CONTEXT_CHARS, MAX_DIFF_LINES, diff_lines

DIFF = """\
--- a/notes.sql
+++ b/notes.sql
@@ -1,3 +1,3 @@
 kept
--- a comment that goes
+++ a line that comes
"""


def test_the_names_of_the_files_are_neither_added_nor_removed() -> None:
    assert [style for _, style in diff_lines(DIFF)] == [
        "context",
        "context",
        "hunk",
        "context",
        "removed",
        "added",
    ]
    assert "\n".join(line for line, _ in diff_lines(DIFF)) == DIFF.rstrip("\n")


def test_a_command_is_no_diff() -> None:
    text = "cat <<END\n- one\n+ two\nEND"
    assert {style for _, style in diff_lines(text)} == {"context"}


def test_what_is_too_long_to_be_shown_is_counted() -> None:
    shown = list(diff_lines("@@ -0,0 +1,70 @@\n" + "+x\n" * 70))
    assert len(shown) == MAX_DIFF_LINES + 1
    assert shown[-1] == ("[... 11 more lines ...]", "dim")
    whole = list(diff_lines("@@ -0,0 +1,59 @@\n" + "+x\n" * (MAX_DIFF_LINES - 1)))
    assert len(whole) == MAX_DIFF_LINES
    assert whole[-1] == ("+x", "added")


def test_one_line_that_is_left_out_is_one_line() -> None:
    *_, (last, _) = diff_lines("a\nb\nc", limit=2)
    assert last == "[... 1 more line ...]"


def test_a_long_line_that_stays_does_not_hide_those_that_change() -> None:
    long = "x" * 5000
    shown = [line for line, _ in diff_lines(f"@@ -1,2 +1,2 @@\n {long}\n-{long}\n+{long}")]
    assert shown[1] == f" {'x' * (MAX_CONTEXT_CHARS - 1)} [... 4801 characters]"
    assert shown[2:] == [f"-{long}", f"+{long}"]
