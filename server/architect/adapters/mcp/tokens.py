"""Where the tokens of a sign-in are kept: in the keyring of the user, or in a file of mode 0600."""

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from architect.adapters.files.user_folders import user_state_folder
from architect.domain.errors import UserError

SERVICE = "architect-mcp"
T = TypeVar("T")
_LONGEST = 1_000_000


class KeptTokens:
    """Those of the server at `url`."""

    def __init__(self, url: str, environ: Mapping[str, str]) -> None:
        self._url = url
        name = sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self.place = user_state_folder(environ) / "mcp" / "tokens" / f"{name}.json"

    def load(self) -> dict[str, Any]:
        """What is kept; empty if there is nothing that can be read."""
        text = _of_keyring(lambda ring: ring.get_password(SERVICE, self._url)) or "{}"
        if text == "{}":
            with suppress(OSError):
                if self.place.stat().st_size <= _LONGEST:
                    text = self.place.read_bytes().decode("utf-8", "replace")
        with suppress(ValueError):
            kept = json.loads(text)
            if isinstance(kept, dict):
                return cast(dict[str, Any], kept)
        return {}

    def save(self, changed: Mapping[str, Any]) -> None:
        """Keep this beside what is kept already.

        Raises:
            UserError: it cannot be written.
        """
        text = json.dumps(self.load() | {"url": self._url} | dict(changed))

        def keep(ring: Any) -> bool:
            ring.set_password(SERVICE, self._url, text)
            return True

        try:
            if _of_keyring(keep):
                self.place.unlink(missing_ok=True)
            else:
                _write(self.place, text)
        except OSError as error:
            raise UserError(f"{self.place}: cannot be written: {error.strerror}") from error

    def forget(self) -> bool:
        """Keep nothing of it; gives whether there was anything."""
        was_there = bool(self.load())
        _of_keyring(lambda ring: ring.delete_password(SERVICE, self._url))
        with suppress(OSError):
            self.place.unlink(missing_ok=True)
        return was_there


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = place.with_suffix(f".{os.getpid()}.part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode("utf-8"))
    part.replace(place)


def _of_keyring(ask: Callable[[Any], T]) -> T | None:
    """What `ask` gives of the `keyring` package; None if it is not installed, or has no keyring.

    https://keyring.readthedocs.io: a backend with a priority below 1 is none that one would choose.
    """
    try:
        import keyring  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

        ring = cast(Any, keyring)
        return ask(ring) if ring.get_keyring().priority >= 1 else None
    except Exception:  # noqa: BLE001 - a keyring that does not work is none
        return None
