"""Which words of a text name files."""

import pytest

from architect.domain.text.mentions import MOST_MENTIONS, Target, mentions_in, without_code

FOUND: dict[str, list[str]] = {
    "look at @src/a.py": ["@src/a.py"],
    "@a.py first, then (@b.py).": ["@a.py", "@b.py"],
    "write to me@example.com": [],
    "the decorator `@cached` of ``@x`y``": [],
    "```python\n@dataclass\nclass A: ...\n```\nbut @a.py": ["@a.py"],
    "~~~\n@a.py\n```\n@b.py\n~~~": [],
    "a fence that never ends\n```\n@a.py": [],
    "`one tick alone, and @a.py": ["@a.py"],
    '@"my file.md" and @"a b.py":3-4': ['@"my file.md"', '@"a b.py":3-4'],
    "@a.py @a.py": ["@a.py"],
    "@@a.py and @ b @... @/": [],
    "@Loader.__enter__, and @a.py_": ["@Loader.__enter__", "@a.py"],
    "'@a.py' [@b.py]": ["@a.py", "@b.py"],
    '@"never closed\nhere"': [],
}


@pytest.mark.parametrize("text", FOUND)
def test_a_mention_begins_a_word_outside_of_code(text: str) -> None:
    assert [mention.written for mention in mentions_in(text)] == FOUND[text]


def targets(text: str) -> tuple[Target, ...]:
    [mention] = mentions_in(text)
    return mention.targets


def test_lines_may_stand_behind_a_path_that_may_also_be_a_name() -> None:
    assert targets("@a.py:10-20,") == (
        Target("a.py:10-20,"),
        Target("a.py:10-20"),
        Target("a.py", 10, 20),
    )
    assert targets("@a.py:7") == (Target("a.py:7"), Target("a.py", 7, 7))
    assert targets('@"my file.md":7') == (Target("my file.md:7"), Target("my file.md", 7, 7))


def test_the_end_of_a_sentence_is_not_part_of_the_name_if_there_is_another() -> None:
    assert targets("see @app/(group)/page.tsx).") == (
        Target("app/(group)/page.tsx)."),
        Target("app/(group)/page.tsx)"),
        Target("app/(group)/page.tsx"),
    )


def test_what_looks_called_is_marked() -> None:
    assert [one.is_called for one in mentions_in('@app.get("/x") @a.py')] == [True, False]


def test_a_text_full_of_signs_takes_no_time() -> None:
    assert len(mentions_in("@a " * 500_000)) == 1
    assert len(mentions_in(" ".join(f"@a{number}" for number in range(10_000)))) == MOST_MENTIONS
    assert without_code("`" * 1_000_001 + "a`` `" * 100_000) != ""
    assert mentions_in("@" + "." * 1_000_000) == ()
