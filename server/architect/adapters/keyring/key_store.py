"""Keys of model providers in the keyring of the user."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.keyring.user_keyring import UserKeyring
from architect.adapters.records.user_state import StateFile
from architect.domain.errors import KeyringFault, UserError
from architect.l10n import english

SERVICE = "architect"


class KeyStore:
    """`keys.json` in the user's state names the providers, so that no other key is asked for.

    What it names is no secret: the keys themselves are in the keyring alone.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._file = StateFile(user_state_folder(environ) / "keys.json")
        self._ring = UserKeyring(environ)

    def providers(self) -> tuple[str, ...]:
        """Those with a key; a list that cannot be read names none."""
        with suppress(UserError):
            names: Any = self._file.load().get("providers")
            if isinstance(names, list):
                return tuple(name for name in names if isinstance(name, str))  # pyright: ignore[reportUnknownVariableType]
        return ()

    def key(self, provider: str) -> str:
        """The key of `provider`.

        Raises:
            KeyringFault: there is none, or it cannot be read.
        """
        if value := self._ring.get(SERVICE, provider):
            return value
        raise KeyringFault(english("the keyring has no such key any more"))

    def keep(self, provider: str, key: str) -> None:
        """Keep `key`, instead of another one of that provider.

        Raises:
            KeyringFault: the keyring takes none.
            UserError: the list of providers cannot be written.
        """
        self._ring.set(SERVICE, provider, key)
        self._name({*self.providers(), provider})

    def forget(self, provider: str) -> None:
        """Keep the key of `provider` no longer.

        Raises:
            KeyringFault: the keyring cannot be asked; runs do not ask it for that key any more.
            UserError: the list of providers cannot be written.
        """
        self._name({*self.providers()} - {provider})
        if self._ring.get(SERVICE, provider) is not None:
            self._ring.delete(SERVICE, provider)

    def _name(self, providers: set[str]) -> None:
        self._file.change(lambda document: document.update(providers=sorted(providers)))
