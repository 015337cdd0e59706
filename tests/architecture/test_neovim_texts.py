"""The Neovim plugin says in every language what its sources say, and nothing else."""

import re

import pytest
from tests.support.lua_texts import (
    LUA,
    glued,
    modules,
    said,
    texts_in,
    translations,
    unreadable,
)

LANGUAGES = [each.stem for each in sorted((LUA / "locales").glob("*.lua"))]


def directives(text: str) -> list[str]:
    """What `format` fills, in its order, which a translation cannot change."""
    return re.findall(r"%[-\d.]*[a-zA-Z%]", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_and_none_that_nobody_says(language: str) -> None:
    has, wanted = translations(language), said()
    assert {
        "missing": sorted(wanted - {text for text in has if has[text]}),
        "said nowhere": sorted(has.keys() - wanted),
        "filled in another way": [t for t in has if directives(t) != directives(has[t])],
    } == {"missing": [], "said nowhere": [], "filled in another way": []}


def test_what_is_translated_stands_in_the_source_as_one_text() -> None:
    assert len(said()) > 400
    assert unreadable() == []


def test_a_sentence_is_one_text() -> None:
    assert {name: parts for name, source in modules().items() if (parts := [*glued(source)])} == {}
    assert [*glued("t('error: ') .. why; line .. t('; more'); '## ' .. t('You')")] == [
        "t('error: ') ..",
        ".. t('; more')",
    ]


def test_texts_are_found_in_calls_and_where_things_are_counted() -> None:
    source = (
        """t('a %s'):format(t("it's" .. ' b')); text.count(#f(x), 'file'); start('no'); at.t(x)"""
    )
    assert list(texts_in(source)) == ["a %s", "it's b", "%d file", "%d files"]


def test_directives_that_differ_are_seen() -> None:
    assert directives("%s of %d %%") == ["%s", "%d", "%%"]
    assert directives("%d of %s") != directives("%s of %d")
