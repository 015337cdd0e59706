"""Context windows that providers named when a request was too long."""

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.models.faults.shown_address import without_login
from architect.adapters.records.user_state import StateFile
from architect.domain.errors import UserError

_VALID_S = 14 * 24 * 3600.0
"""A server may be started again with a longer window, and nobody would tell us."""

_NAME = "context_windows.json"


class RefusedWindows:
    """Kept in `context_windows.json` of the user's state, by model and address, for two weeks.

    What cannot be read or written is as if nobody had said anything: the next refusal says it.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def find(self, model: str, api_base: str | None) -> int | None:
        """The window of `model` at `api_base` in tokens, None if no request was refused there."""
        entry: Any = None
        with suppress(UserError, OSError):
            entry = _windows(self._file().load()).get(_key(model, api_base))
        match entry:
            case {"tokens": int(tokens), "at": int() | float() as at}:
                return tokens if time.time() - at < _VALID_S else None
            case _:
                return None

    def remember(self, model: str, api_base: str | None, tokens: int) -> None:
        """Keep the window of `model` at `api_base`."""

        def change(document: dict[str, Any]) -> None:
            windows = _windows(document)
            windows[_key(model, api_base)] = {"tokens": tokens, "at": round(time.time())}
            document["windows"] = windows

        with suppress(UserError, OSError):
            self._file().change(change)

    def _file(self) -> StateFile:
        return StateFile(user_state_folder(self._environ) / _NAME)


def _windows(document: Mapping[str, Any]) -> dict[str, Any]:
    windows = document.get("windows")
    return dict(cast(dict[str, Any], windows)) if isinstance(windows, dict) else {}


def _key(model: str, api_base: str | None) -> str:
    return f"{model} {without_login(api_base)}" if api_base else model
