"""The keyring of the user, through the package `keyring`; every question has a time limit."""

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from architect.domain.errors import KeyringFault
from architect.l10n import english

_MOST_CHARS = 300
_WITH_SOMEBODY_S = 30.0
_ALONE_S = 5.0


class UserKeyring:
    """Secrets by service and name.

    A keyring that is locked asks its user to unlock it, if there is a screen. So where somebody may
    be asked it has half a minute, and else some seconds.
    """

    def __init__(self, environ: Mapping[str, str], *, limit_s: float | None = None) -> None:
        self._environ = environ
        self._limit_s = limit_s or (_WITH_SOMEBODY_S if _has_screen(environ) else _ALONE_S)

    def get(self, service: str, name: str) -> str | None:
        """The secret, None if there is none.

        Raises:
            KeyringFault: nobody knows; the text says why.
        """
        return self._answer(do="get", service=service, name=name)["value"]

    def set(self, service: str, name: str, value: str) -> None:
        """Keep `value`.

        Raises:
            KeyringFault: it is not kept.
        """
        self._answer(do="set", service=service, name=name, value=value)

    def delete(self, service: str, name: str) -> None:
        """Keep it no longer.

        Raises:
            KeyringFault: it is kept still, or was never.
        """
        self._answer(do="delete", service=service, name=name)

    def backend(self) -> str:
        """The name of the keyring that is there.

        Raises:
            KeyringFault: there is none.
        """
        return str(self._answer(do="name")["backend"])

    def _answer(self, **asked: str) -> dict[str, Any]:
        if not has_package():
            raise KeyringFault(english("the Python package keyring is not installed"))
        # -P: a keyring.py in the current folder is none of ours.
        command = [sys.executable, "-P", "-X", "utf8", "-m", "architect.adapters.keyring.program"]
        try:
            done = subprocess.run(
                command,
                input=json.dumps(asked).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=self._limit_s,
                env=dict(self._environ),
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise KeyringFault(
                english(
                    "the keyring did not answer within {limit_s:g} s; it may be locked",
                    limit_s=self._limit_s,
                )
            ) from error
        except OSError as error:
            raise KeyringFault(
                english("the keyring cannot be asked: {reason}", reason=error.strerror)
            ) from error
        return _told(done.stdout)


def _told(answer: bytes) -> dict[str, Any]:
    try:
        told: dict[str, Any] = json.loads(answer)
    except ValueError as error:
        raise KeyringFault(english("the keyring gave no answer")) from error
    if problem := told.get("problem"):
        raise KeyringFault(
            english("the keyring cannot be used: {problem}", problem=str(problem)[:_MOST_CHARS])
        )
    return told


def has_package() -> bool:
    """Whether the package is installed."""
    return find_spec("keyring") is not None


def _has_screen(environ: Mapping[str, str]) -> bool:
    """Whether a keyring can ask somebody to unlock it."""
    if environ.get("CI"):
        return False
    return sys.platform != "linux" or any(map(environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
