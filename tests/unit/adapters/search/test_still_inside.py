"""What a search read through a link that was there for a moment only."""

from pathlib import Path

import pytest

from architect.adapters.search.excerpt import core, excerpt
from architect.adapters.search.hit_collector import HitCollector
from architect.domain.errors import SearchFault
from architect.domain.paths import WorkspacePath
from architect.domain.search import SearchQuery, SearchResult


def searched(root: Path, said: str, *, file: str = "a/b.txt") -> SearchResult:
    """The result of a search that found the line `said` in `file`."""
    query = SearchQuery(path=WorkspacePath(".", root), pattern="x", is_regex=False)
    collector = HitCollector(query)
    target = root / file
    moved = target.with_name("moved")
    target.rename(moved)
    target.symlink_to("/etc/hostname")
    target.unlink()
    moved.rename(target)
    collector.add(file.encode(), [(1, said, True)])
    return collector.result(root)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b.txt").write_bytes("before\nx ÿ here\r\n".encode() + b"bad \xff byte\n")
    return tmp_path.resolve()


@pytest.mark.parametrize("said", ["x ÿ here", "before", "bad \ufffd byte"])
def test_what_the_file_says_is_shown(root: Path, said: str) -> None:
    assert [line.text for line in searched(root, said).lines] == [said]


def test_what_the_file_does_not_say_is_left_out_and_told(root: Path) -> None:
    result = searched(root, "a secret from elsewhere")
    assert result.lines == ()
    assert result.notes == ("changed while they were searched, so search again: a/b.txt",)


def test_a_part_of_a_long_line_is_found_in_it(root: Path) -> None:
    line = "".join(f"{number} " for number in range(2_000))
    (root / "a/b.txt").write_bytes(line.encode())
    for start in (0, 3_000, len(line) - 5):
        shown = excerpt(line, start)
        assert core(shown) in line
        assert [each.text for each in searched(root, shown).lines] == [shown]


def test_a_link_that_stays_is_refused(root: Path) -> None:
    query = SearchQuery(path=WorkspacePath("a", root / "a"), pattern="x", is_regex=False)
    collector = HitCollector(query)
    (root / "a").rename(root / "moved")
    (root / "a").symlink_to("moved")
    collector.add(b"b.txt", [(2, "x ÿ here", True)])
    with pytest.raises(SearchFault, match="has become a link"):
        collector.result(root)
