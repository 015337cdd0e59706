"""What a patch calls its file has to be the file of the call."""

import pytest
from tests.support.table import table

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.apply import apply_patch

OF_THIS_FILE = [
    ("--- a/src/x.py", "+++ b/src/x.py"),
    ("--- src/x.py\t2024-01-01 10:00:00.1 +0000", "+++ src/x.py 2024-01-02 10:00:00"),
    ("--- /home/u/proj/src/x.py", "+++ /home/u/proj/src/x.py"),
    ("--- x.py", "+++ x.py"),
    ("--- ./proj/src/x.py", "+++ ./proj/src/x.py"),
    ("--- i/src/x.py", "+++ w/src/x.py"),
    ("--- src/x.py.orig", "+++ src/x.py"),
    ("--- src\\x.py", "+++ src\\x.py"),
    ("--- /dev/null", "+++ b/src/x.py"),
    ("--- original", "+++ modified"),
    ("--- a", "+++ b"),
    ("diff --git a/src/x.py b/src/x.py", "--- a/src/x.py", "+++ b/src/x.py"),
    (),
]
OF_ANOTHER = [
    ("--- a/src/y.py", "+++ b/src/y.py"),
    ("--- a/lib/x.py", "+++ b/lib/x.py"),
    ("--- y.py", "+++ y.py"),
    ("--- /etc/x", "+++ /etc/x"),
    ("--- a/src/xx.py", "+++ b/src/xx.py"),
    ("--- original", "+++ src/y.py"),
    ("--- /dev/null", "+++ b/src/y.py"),
    ("diff --git a/src/y.py b/src/y.py", "--- a/src/y.py", "+++ b/src/y.py"),
    ("*** Update File: src/y.py",),
]


@table("header", OF_THIS_FILE)
def test_a_patch_is_for_its_file_however_that_is_called(header: tuple[str, ...]):
    old = "" if "--- /dev/null" in header else "a\n"
    hunk = "@@ -0,0 +1 @@\n+b\n" if not old else "@@ -1 +1 @@\n-a\n+b\n"
    patch = "\n".join((*header, hunk))
    assert apply_patch(old, patch, name="src/x.py").text == "b\n"


@table("header", OF_ANOTHER)
def test_a_patch_that_names_another_file_is_refused_by_that_name(header: tuple[str, ...]):
    patch = "\n".join((*header, "@@ -1 +1 @@\n-a\n+b\n"))
    with pytest.raises(
        EditRefusedError, match=r"is for '.*[xy].*', but the path .* is 'src/x\.py'"
    ):
        apply_patch("a\n", patch, name="src/x.py")


def test_names_that_git_escapes_are_read():
    patch = '--- "a/\\303\\244 b.txt"\n+++ "b/\\303\\244 b.txt"\n@@ -1 +1 @@\n-a\n+b\n'
    assert apply_patch("a\n", patch, name="ä b.txt").text == "b\n"
    with pytest.raises(EditRefusedError, match=r"is for 'ä b\.txt'"):
        apply_patch("a\n", patch, name="ö b.txt")
