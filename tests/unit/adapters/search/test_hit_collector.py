"""What is shown of a search during which somebody moved files."""

from pathlib import Path

import pytest

from architect.adapters.files.path_gate import locate
from architect.adapters.search.hit_collector import HitCollector
from architect.domain.errors import FileMissingError, SearchFault
from architect.domain.paths import Access
from architect.domain.search import SearchQuery


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("ws/src/deep/a.txt", "ws/src/b.txt", "outside/a.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x\n")
    return tmp_path / "ws"


def found(root: Path) -> HitCollector:
    """Matches in all files of `src`."""
    collector = HitCollector(SearchQuery("x", locate(root, "src", Access.READ), is_regex=False))
    for path in (b"b.txt", b"deep/a.txt"):
        collector.add(path, [(1, "x", True)])
    return collector


def replace(folder: Path, by: Path) -> None:
    folder.rename(folder.parent / "moved")
    folder.symlink_to(by)


def test_what_is_where_it_was_found_is_shown(root: Path) -> None:
    lines = found(root).result(root).lines
    assert [line.path for line in lines] == ["src/b.txt", "src/deep/a.txt"]


def test_matches_behind_a_folder_that_became_a_link_are_dropped(root: Path) -> None:
    collector = found(root)
    replace(root / "src/deep", root.parent / "outside")
    assert [line.path for line in collector.result(root).lines] == ["src/b.txt"]


def test_a_match_in_what_became_a_link_is_dropped(root: Path) -> None:
    collector = found(root)
    replace(root / "src/b.txt", root.parent / "outside/a.txt")
    assert [line.path for line in collector.result(root).lines] == ["src/deep/a.txt"]


def test_a_place_that_became_a_link_gives_no_result(root: Path) -> None:
    collector = found(root)
    replace(root / "src", root.parent / "outside")
    with pytest.raises(SearchFault, match="has become a link"):
        collector.result(root)


def test_a_place_that_is_gone_gives_no_result(root: Path) -> None:
    collector = found(root)
    (root / "src").rename(root / "moved")
    with pytest.raises(FileMissingError):
        collector.result(root)
