"""Listings with files that are only in memory."""

from pathlib import Path

import pytest

from architect.domain.files.merged_listing import merged_listing
from architect.domain.paths import Entry, Listing, WorkspacePath

ROOT = WorkspacePath(".", Path("/workspace"))
SRC = WorkspacePath("src", Path("/workspace/src"))


def listing(*names: str) -> Listing:
    return Listing(tuple(Entry(name.rstrip("/"), name.endswith("/")) for name in names))


def test_added_files_come_with_their_folders_in_order() -> None:
    merged = merged_listing(
        listing("b", "src/", "src/a"), ROOT, added=["src/deep/c", "a"], recursive=True, limit=9
    )
    assert merged == listing("a", "b", "src/", "src/a", "src/deep/", "src/deep/c")


def test_a_flat_listing_names_the_folder_only() -> None:
    merged = merged_listing(listing("b"), ROOT, added=["x/y/z", "x/w"], recursive=False, limit=9)
    assert merged == listing("b", "x/")


def test_names_below_a_folder_get_its_path() -> None:
    merged = merged_listing(listing("src/b"), SRC, added=["a"], recursive=True, limit=9)
    assert merged == listing("src/a", "src/b")


def test_a_file_that_is_there_already_is_listed_once() -> None:
    assert merged_listing(listing("a"), ROOT, added=["a"], recursive=True, limit=9) == listing("a")


@pytest.mark.parametrize(
    ("recursive", "left"),
    [(True, ["src/", "src/b"]), (False, ["src/", "src/b", "src/deep/"])],
)
def test_removed_files_take_empty_folders_along_where_git_would(
    recursive: bool, left: list[str]
) -> None:
    before = listing("src/", "src/b", "src/deep/", "src/deep/a")
    merged = merged_listing(
        before, ROOT, added=[], removed=["src/deep/a"], recursive=recursive, limit=9
    )
    assert merged == listing(*left)


def test_a_listing_that_grows_over_its_limit_is_cut() -> None:
    merged = merged_listing(listing("b", "c"), ROOT, added=["a"], recursive=True, limit=2)
    assert merged == Listing(listing("a", "b").entries, truncated=True)
