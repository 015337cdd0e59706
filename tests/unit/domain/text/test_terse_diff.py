"""Diffs without context, compared with those of git."""

import subprocess
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.table import table

from architect.domain.text.diff import diff_of
from architect.domain.text.terse_diff import without_context

LINES = "a\nb\nc\nd\ne\nf\ng\nh\ni\n"


@table(
    ("old", "new", "terse"),
    [
        (LINES, LINES.replace("e\n", "E\n"), "@@ -5 +5 @@\n-e\n+E\n"),
        (LINES, LINES.replace("e\n", "e\nx\ny\n"), "@@ -5,0 +6,2 @@\n+x\n+y\n"),
        (LINES, LINES.replace("d\ne\n", ""), "@@ -4,2 +3,0 @@\n-d\n-e\n"),
        (LINES, f"0\n{LINES}", "@@ -0,0 +1 @@\n+0\n"),
        (
            LINES,
            LINES.replace("c\n", "").replace("e\n", "E\n"),
            "@@ -3 +2,0 @@\n-c\n@@ -5 +4 @@\n-e\n+E\n",
        ),
        (
            "a",
            "b",
            "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
        ),
        ("a\n", "a\n", ""),
        (" x\n-y\n", " x\n--y\n", "@@ -2 +2 @@\n--y\n+--y\n"),
    ],
)
def test_only_what_changes_is_shown_and_where(old: str, new: str, terse: str) -> None:
    assert without_context(diff_of("f", old, new)[0]) == terse


TEXTS = st.lists(st.sampled_from(["a", "b", "-c", " d", ""]), max_size=12).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@given(TEXTS, TEXTS)
@settings(max_examples=25, deadline=None)
def test_git_makes_the_new_text_of_it(old: str, new: str) -> None:
    terse = without_context(diff_of("f", old, new)[0])
    if not terse:
        assert old == new
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "f"
        file.write_bytes(old.encode())
        patch = f"--- a/f\n+++ b/f\n{terse}"
        command = ["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-"]
        subprocess.run(command, cwd=folder, input=patch.encode(), check=True, capture_output=True)
        assert file.read_bytes() == new.encode()
