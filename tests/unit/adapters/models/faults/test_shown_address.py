import pytest

from architect.adapters.models.faults.shown_address import redirect_target, without_login


def test_a_login_is_not_shown() -> None:
    assert without_login("http://me:secret@h:1/v1") == "http://h:1/v1"
    assert without_login("me:secret@h:1/a@b") == "h:1/a@b"


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("https://other/v1/chat/completions?key=secret#x", "https://other/v1/chat/completions"),
        ("https://me:secret@other/v1", "https://other/v1"),
        ("/v2/chat/completions", "http://h:1/v2/chat/completions"),
        ("//other/v1", "http://other/v1"),
        ("http://[broken", "http://[broken"),
    ],
)
def test_a_redirect_is_named_without_its_secrets(location: str, target: str) -> None:
    assert redirect_target(location, asked_at="http://h:1/v1/chat/completions") == target
