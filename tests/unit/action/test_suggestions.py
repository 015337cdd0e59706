"""A patch as suggestions: whoever takes them all has what the patch makes."""

import difflib

from hypothesis import given
from hypothesis import strategies as st

from architect_action.suggestions import shown_lines, suggestions_in

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "+", "-x", "@@ -1 +1 @@", "```"]), max_size=9)


def patch_of(old: list[str], new: list[str]) -> str:
    lines = difflib.unified_diff(old, new, "a/f.py", "b/f.py", lineterm="")
    return "".join(f"{line}\n" for line in lines)


def taken(old: list[str], patch: str) -> list[str]:
    lines = list(old)
    for each in sorted(suggestions_in(patch), key=lambda each: -each.first):
        assert each.path == "f.py"
        assert 1 <= each.first <= each.last <= len(old)
        lines[each.first - 1 : each.last] = each.text.split("\n")[:-1]
    return lines


@given(LINES, LINES)
def test_taking_all_of_them_makes_what_the_patch_makes(old: list[str], new: list[str]) -> None:
    if old:
        assert taken(old, patch_of(old, new)) == new


def test_lines_that_a_diff_shows_are_known() -> None:
    old = [f"{n}" for n in range(1, 31)]
    new = [*old[:9], "x", *old[9:19], *old[20:]]
    found = shown_lines(patch_of(old, new))
    shown = [number for part in found["f.py"] for number in part]
    assert shown == [*range(7, 14), *range(18, 24)]


def test_a_file_that_is_gone_or_has_an_odd_name_is_left_out() -> None:
    gone = "--- a/f.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    odd = '--- "a/\\303.py"\n+++ "b/\\303.py"\n@@ -1 +1 @@\n-x\n+y\n'
    assert list(suggestions_in(gone + odd)) == []
