"""Text of others in Markdown: nothing of it is markup."""

import pytest

from architect.app.reports.safe_markdown import with_code


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`git tag` may change *all*", "`git tag` may change \\*all\\*"),
        ("it is `a ![](x) b`", "it is `a ![](x) b`"),
        ("one ` alone [x](y)", "one \\` alone \\[x\\](y)"),
        ("`a``b` <!-- c", "`a``b` &lt;!-- c"),
        ("", ""),
    ],
)
def test_what_stands_between_backticks_is_code_and_all_else_is_text(text: str, shown: str) -> None:
    assert with_code(text).replace("\\!", "!") == shown
