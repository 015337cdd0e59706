from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.domain.files.uris import normal_form, path_of, uri_of


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.py", "/a/b.py"),
        ("FILE:///a/b.py", "/a/b.py"),
        ("file://localhost/a/b.py", "/a/b.py"),
        ("file:///with%20space/%C3%A9/%23%3f", "/with space/é/#?"),
        ("file:///raw é", "/raw é"),
        ("file:///a/%FF", "/a/\udcff"),
        ("file:///a+b&c=d", "/a+b&c=d"),
    ],
)
def test_a_file_uri_names_a_path(uri: str, path: str) -> None:
    assert path_of(uri) == Path(path)


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "vscode-notebook-cell:/a/b.ipynb#W0",
        "file://server/share/a",
        "file:relative",
        "file:///a%00b",
        "http://[broken/",
        "",
        "/a/b",
    ],
)
def test_any_other_uri_names_none(uri: str) -> None:
    assert path_of(uri) is None


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0/"), min_size=1)


@given(st.lists(NAMES, min_size=1, max_size=4))
def test_a_path_comes_back_from_its_uri(names: list[str]) -> None:
    path = Path("/", *names)
    assert path_of(uri_of(path)) == path


def test_a_name_that_is_not_utf_8_comes_back_from_its_uri() -> None:
    assert path_of(uri_of(Path("/a/\udcff"))) == Path("/a/\udcff")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("file:///c%3A/x%20y", "file:///C:/x y"),
        ("file:///c%3a/a", "file:///c%3A/a"),
        ("file:///a/%c3%a9", "file:///a/é"),
        ("file://localhost/a", "file:///a"),
        ("FILE:///a", "file:///a"),
    ],
)
def test_spellings_of_one_uri_are_the_same(one: str, other: str) -> None:
    assert normal_form(one) == normal_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("file:///a/B", "file:///a/b"),
        ("file:///a%2525", "file:///a%25"),
        ("untitled:c:/a", "untitled:C:/a"),
        ("untitled:Untitled-1", "untitled:Untitled-2"),
        ("file:///a/%FF", "file:///a/%FE"),
    ],
)
def test_different_documents_stay_apart(one: str, other: str) -> None:
    assert normal_form(one) != normal_form(other)
