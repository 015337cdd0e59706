import pytest

from architect.domain.escape_controls import escape_controls


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "\\x1b[2J"),
        ("a\rb\x07\x00", "a\\rb\\x07\\x00"),
        ("\x9b31m", "\\x9b31m"),
        ("evil\u202egnp.exe\u2066", "evil\\u202egnp.exe\\u2066"),
        ("a\u200bb\u2060\ufeff", "a\\u200bb\\u2060\\ufeff"),
        ("a\u3164=\u2028\xad\u115f", "a\\u3164=\\u2028\\xad\\u115f"),
        ("\U000e006f\U000e0101", "\\U000e006f\\U000e0101"),
        ("\udc80", "\\udc80"),
    ],
)
def test_what_steers_reorders_or_hides_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert escape_controls(text) == shown


@pytest.mark.parametrize(
    "text",
    ["tab\tand\nline", "ca\u0301fé", "日本語", "می\u200cخواهم", "👩\u200d💻", "e\ufe0f", "\\x1b"],
)
def test_everything_else_stays_as_it_is(text: str) -> None:
    assert escape_controls(text) == text


def test_line_ends_of_windows_do_not_show() -> None:
    assert escape_controls("a\r\nb\r\n") == "a\nb\n"
