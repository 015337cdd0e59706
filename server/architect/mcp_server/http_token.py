"""The token that clients of the HTTP server have to show."""

import os
import secrets
import stat
from collections.abc import MutableMapping
from pathlib import Path

from architect.domain.errors import UserError
from architect.frozen import frozen
from architect.l10n import english

TOKEN_VARIABLE = "ARCHITECT_MCP_TOKEN"
_SHORTEST = 16
_LONGEST = 4096


@frozen
class HttpToken:
    """`is_new`: nobody knows it yet, so that the user has to be told."""

    text: str
    is_new: bool = False


def take_token(file: Path | None, environ: MutableMapping[str, str]) -> HttpToken:
    """The token in `file`, or that in `environ`, which has it no more then; or a new one.

    Raises:
        UserError: it cannot be read, can be read by others, or could be guessed.
    """
    told = environ.pop(TOKEN_VARIABLE, None)
    if file is not None:
        return HttpToken(_good(_read(file), f"--token-file {str(file)!r}"))
    if told is not None:
        return HttpToken(_good(told, TOKEN_VARIABLE))
    return HttpToken(secrets.token_urlsafe(32), is_new=True)


def _read(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            content = opened.read(_LONGEST)
    except OSError as error:
        raise UserError(f"--token-file {str(file)!r}: {error.strerror}") from error
    if stat.S_IMODE(mode) & (stat.S_IRWXG | stat.S_IRWXO):
        raise UserError(
            english("--token-file {file!r} can be read by others; `chmod 600` it", file=str(file))
        )
    return content.decode("utf-8", "replace")


def _good(token: str, what: str) -> str:
    token = token.strip()
    if len(token) < _SHORTEST or not token.isascii() or not token.isprintable() or " " in token:
        raise UserError(
            english(
                "{what}: a token has at least {shortest} characters of ASCII and no blanks",
                what=what,
                shortest=_SHORTEST,
            )
        )
    return token
