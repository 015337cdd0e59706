"""Patches of several files, as git reads them."""

from itertools import permutations
from pathlib import Path

import pytest
from tests.support.repository import commit_all, git

from architect.domain.text.joined_patch import file_patch, joined_patch

BEFORE = {"empty gone": "", "gone.txt": "g\n", "text.txt": "t\n", "b/a/b.txt": "x\n", "run.sh": "r"}
CHANGES = (
    ("empty gone", "", None, None),
    ("gone.txt", "g\n", None, None),
    ("text.txt", "t\n", "T", None),
    ("b/a/b.txt", "x\n", "y\n", True),
    ("run.sh", "r", "r", True),
    ("ü new\t.txt", None, "", None),
    ('new "q".sh', None, "n\n", True),
    ("new b/a.txt", None, "n\n", None),
)


@pytest.mark.parametrize("order", [*permutations(range(8))][::2_500])
def test_git_applies_the_changes_in_any_order(tmp_path: Path, order: tuple[int, ...]) -> None:
    for name, text in BEFORE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    commit_all(tmp_path)
    changes = [CHANGES[number] for number in order]
    patch = joined_patch(file_patch(*each[:3], executable=each[3]) for each in changes)
    file = tmp_path.parent / f"{tmp_path.name}.patch"
    file.write_bytes(patch.encode())
    git(tmp_path, "apply", str(file))
    for name, _, after, executable in CHANGES:
        place = tmp_path / name
        assert (place.read_text() if place.exists() else None) == after, name
        if after is not None:
            assert bool(place.stat().st_mode & 0o100) == bool(executable), name


def test_nothing_changed_is_an_empty_patch() -> None:
    assert joined_patch([file_patch("a", "x", "x"), file_patch("b", None, None)]) == ""
