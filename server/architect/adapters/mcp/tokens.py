"""Where the tokens of a sign-in are kept: in the keyring of the user, or in a file of mode 0600."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.keyring.user_keyring import UserKeyring
from architect.domain.errors import KeyringFault, UserError
from architect.l10n import english

SERVICE = "architect-mcp"
_LONGEST = 1_000_000
_IN_KEYRING = "in_keyring"
"""What the file says instead of tokens that the keyring has; without it no keyring is asked."""


class KeptTokens:
    """Those of the server at `url`."""

    def __init__(self, url: str, environ: Mapping[str, str]) -> None:
        self._url = url
        self._ring = UserKeyring(environ)
        self._has_ring = True  # until it says no: it is not asked at every change then
        name = sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self.place = user_state_folder(environ) / "mcp" / "tokens" / f"{name}.json"

    def load(self) -> dict[str, Any]:
        """What is kept; empty if there is nothing that can be read."""
        kept = self._file()
        if not kept.get(_IN_KEYRING):
            return kept
        try:
            return _object(self._ring.get(SERVICE, self._url) or "")
        except KeyringFault:
            return {}

    def save(self, changed: Mapping[str, Any]) -> None:
        """Keep this beside what is kept already.

        Raises:
            UserError: it cannot be written.
        """
        kept = self.load() | {"url": self._url} | dict(changed)
        self._has_ring = self._has_ring and self._is_in_keyring(json.dumps(kept))
        in_file = {"url": self._url, _IN_KEYRING: True} if self._has_ring else kept
        try:
            _write(self.place, json.dumps(in_file))
        except OSError as error:
            raise UserError(
                english(
                    "{place}: cannot be written: {reason}",
                    place=self.place,
                    reason=error.strerror,
                )
            ) from error

    def _is_in_keyring(self, text: str) -> bool:
        """Whether the keyring has taken `text`."""
        try:
            self._ring.set(SERVICE, self._url, text)
        except KeyringFault:
            return False
        return True

    def forget(self) -> bool:
        """Keep nothing of it; gives whether there was anything."""
        kept = self._file()
        if kept.get(_IN_KEYRING):
            with suppress(KeyringFault):
                self._ring.delete(SERVICE, self._url)
        with suppress(OSError):
            self.place.unlink(missing_ok=True)
        return bool(kept)

    def _file(self) -> dict[str, Any]:
        with suppress(OSError):
            if self.place.stat().st_size <= _LONGEST:
                return _object(self.place.read_bytes().decode("utf-8", "replace"))
        return {}


def _object(text: str) -> dict[str, Any]:
    with suppress(ValueError):
        kept = json.loads(text)
        if isinstance(kept, dict):
            return cast(dict[str, Any], kept)
    return {}


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = place.with_suffix(f".{os.getpid()}.part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode("utf-8"))
    part.replace(place)
