"""Who may speak to the MCP server over HTTP."""

from pathlib import Path

import pytest
from tests.support.table import table

from architect.domain.errors import UserError
from architect.mcp_server.http_guard import Headers, HttpGuard
from architect.mcp_server.http_token import TOKEN_VARIABLE, take_token

TOKEN = "a-token-of-a-test"
GUARD = HttpGuard(TOKEN, 7000, ("2025-11-25",))
HOST = (b"host", b"127.0.0.1:7000")
SHOWN = (b"authorization", f"Bearer {TOKEN}".encode())


@table(
    ("what", "headers", "status"),
    [
        ("with the token", [HOST, SHOWN], None),
        ("by the other name of this machine", [(b"host", b"localhost:7000"), SHOWN], None),
        (
            "the scheme in other letters",
            [HOST, (b"authorization", f"bearer {TOKEN}".encode())],
            None,
        ),
        ("from a page of its own", [HOST, SHOWN, (b"origin", b"http://127.0.0.1:7000")], None),
        ("a version that is spoken", [HOST, SHOWN, (b"mcp-protocol-version", b"2025-11-25")], None),
        ("a later version", [HOST, SHOWN, (b"mcp-protocol-version", b"2026-07-28")], 400),
        ("without a token", [HOST], 401),
        ("another token", [HOST, (b"authorization", b"Bearer other")], 401),
        ("bytes that are no text", [HOST, (b"authorization", b"Bearer \xff")], 401),
        ("another scheme", [HOST, (b"authorization", f"Basic {TOKEN}".encode())], 401),
        ("two tokens", [HOST, SHOWN, SHOWN], 401),
        ("a page elsewhere", [HOST, SHOWN, (b"origin", b"http://example.com")], 403),
        (
            "a page of a name that begins like ours",
            [HOST, SHOWN, (b"origin", b"http://localhost:7000.example.com")],
            403,
        ),
        ("a page without an origin", [HOST, SHOWN, (b"origin", b"null")], 403),
        ("by a name that leads here", [(b"host", b"example.com:7000"), SHOWN], 421),
        ("at another port", [(b"host", b"127.0.0.1:7001"), SHOWN], 421),
        ("without a name", [SHOWN], 421),
        ("by two names", [HOST, (b"host", b"example.com"), SHOWN], 421),
    ],
)
def test_a_request_is_refused_with(what: str, headers: Headers, status: int | None) -> None:
    refusal = GUARD.refusal(headers)
    assert (refusal and refusal.status) == status, what
    assert refusal is None or TOKEN not in str(refusal)


def test_a_token_is_made_or_taken_and_no_longer_in_the_environment(tmp_path: Path) -> None:
    made = take_token(None, {})
    assert made.is_new
    assert len(made.text) > 40
    environ = {TOKEN_VARIABLE: f"{TOKEN}\n"}
    assert (take_token(None, environ).text, environ) == (TOKEN, {})
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    file.chmod(0o644)
    with pytest.raises(UserError, match="can be read by others"):
        take_token(file, {})
    file.chmod(0o600)
    assert take_token(file, {}).text == TOKEN
    with pytest.raises(UserError, match="at least 16 characters"):
        take_token(None, {TOKEN_VARIABLE: "short"})
