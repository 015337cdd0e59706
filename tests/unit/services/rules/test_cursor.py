"""Rules in the format of Cursor."""

import pytest

from architect.services.rules.cursor import CursorRule, cursor_rule

RULES = {
    "Plain.": CursorRule("Plain."),
    "---\nno end\n": CursorRule("---\nno end\n"),
    "---\ndescription: A: b\nglobs: *.ts,*.tsx\nalwaysApply: false\n---\nX\nY": CursorRule(
        "X\nY", description="A: b", globs=("*.ts", "*.tsx")
    ),
    '---\r\nglobs: ["src/**/*.{js,ts}", "a/"]\r\nalwaysApply: true\r\n---\r\nX': CursorRule(
        "X", globs=("src/**/*.{js,ts}", "a/"), always=True
    ),
    "---\nglobs:\n  - '*.py'\n  - tests/\n---\n\nX": CursorRule("\nX", globs=("*.py", "tests/")),
    "\ufeff---\nalwaysApply: true\n---\nX": CursorRule("X", always=True),
}


@pytest.mark.parametrize("text", RULES)
def test_the_header_says_when_a_rule_counts(text: str) -> None:
    assert cursor_rule(text) == RULES[text]


COVERED = {
    "*.ts": ({"a.ts", "src/b.ts"}, {"a.tsx", "ts"}),
    "src/**/*.ts": ({"src/a.ts", "src/b/c.ts"}, {"a.ts", "lib/src/a.ts"}),
    "tests/": ({"tests/a.py", "tests/b/c.py"}, {"a.py", "src/tests/a.py"}),
    "/docs/*.md": ({"docs/a.md"}, {"a.md"}),
}


@pytest.mark.parametrize("pattern", COVERED)
def test_globs_are_those_of_all_tools(pattern: str) -> None:
    yes, no = COVERED[pattern]
    rule = CursorRule("", globs=(pattern,))
    assert {path for path in yes | no if rule.covers(path)} == yes


def test_a_rule_without_globs_covers_nothing() -> None:
    assert not CursorRule("").covers("a.py")
