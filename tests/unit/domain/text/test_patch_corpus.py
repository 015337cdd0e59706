from collections import Counter

import pytest
from tests.support.patch_corpus import DAMAGES, Case, Expect, damaged_cases, real_cases

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.apply import apply_patch

APPLICABLE = 0.5
"""Of the cases of one kind of damage; a placement that may go wrong is refused instead."""


def result(case: Case) -> str | None:
    try:
        return apply_patch(case.before, case.patch).text
    except EditRefusedError as refusal:
        assert len(str(refusal)) < 2000
        return None


@pytest.mark.parametrize("seed", range(3))
def test_every_undamaged_patch_gives_exactly_the_new_text(seed: int) -> None:
    for case in real_cases(seed, 200):
        assert case.expect is Expect.APPLIED
        assert result(case) == case.after, f"{case.kind}\n{case.patch}"


@pytest.mark.parametrize("seed", range(3))
def test_no_damaged_patch_gives_a_wrong_text_and_most_give_the_right_one(seed: int) -> None:
    right, every = Counter[str](), Counter[str]()
    for case in damaged_cases(seed, 15):
        patched = result(case)
        meant = None if case.expect is Expect.REFUSED else case.after
        assert patched in (None, meant), f"{case.kind}\n{case.patch}"
        right[case.kind] += patched is not None
        every[case.kind] += 1
    for damage in DAMAGES:
        assert right[damage.__name__] >= APPLICABLE * every[damage.__name__], damage.__name__
