"""The configuration as the editor has it, on top of the files and the environment."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from architect.bootstrap.settings import Settings, editor_settings, restricted_settings
from architect.checked.model import fields_of
from architect.config.keys import takes_mapping
from architect.config.layer import KeyPath, Layer, is_mapping
from architect.config.layer import merged as merged_layers
from architect.config.schema import Config
from architect.config.yaml_source import read_layer
from architect.domain.files.uris import uri_of
from architect.jsonrpc.client import Client, ClientFault
from architect.lsp.protocol.to_json import as_object

SECTION = "architect"
_TIMEOUT_S = 10.0
_SETTLING_S = 2.0
"""For the settings to arrive before a run begins without them."""


class EditorSettings:
    """Settings given at `initialize`, and those the editor answers when it is asked.

    Every run reads the files anew, so a change takes effect with the next one. `trusted` says
    whether the workspace may decide anything. With `answers_all`, what the editor answers are all
    its settings, so that one that was given and is not there any more counts no longer.
    """

    def __init__(
        self, given: Mapping[str, Any], *, trusted: bool = True, answers_all: bool = False
    ) -> None:
        self._given = _sections_of(given)
        self._trusted = trusted
        self._answers_all = answers_all
        self._replaced: set[Path] = set()
        self._pushed: dict[str, Any] = {}
        self._pulled: dict[Path, dict[str, Any]] = {}
        self._asking = 0
        self._settled = asyncio.Event()
        self._settled.set()

    async def settled(self) -> None:
        """Wait for an editor that is being asked, but not long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SETTLING_S):
                await self._settled.wait()

    def settings_for(self, root: Path, flags: Mapping[str, Any]) -> Settings:
        """All layers for a run in `root`.

        Raises:
            ConfigError: something is wrong in one of them.
            UserError: what is kept about trust cannot be read.
        """
        if not self._trusted:
            return restricted_settings(self._editor(root), flags)
        return editor_settings(root, self._editor(root), flags)

    def settings_with(self, root: Path, file: Path) -> Settings:
        """All layers for a run in `root`, with a file that the user named instead of its own.

        What that file says goes before what the editor says.

        Raises:
            ConfigError: something is wrong in one of them.
        """
        named = read_layer(file, str(file)).values
        return editor_settings(root, _without(self._editor(root), named), {}, explicit=file)

    def pushed(self, settings: object) -> None:
        """`workspace/didChangeConfiguration`; null says only that something changed."""
        if settings is not None:
            self._pushed = _sections_of(as_object(as_object(settings).get(SECTION)))

    async def pull(self, client: Client, roots: Sequence[Path]) -> None:
        """Ask the editor; what it does not answer stays as it was."""
        if not roots:
            return
        self._asking += 1
        self._settled.clear()
        try:
            await self._ask(client, roots)
        finally:
            self._asking -= 1
            if not self._asking:
                self._settled.set()

    async def _ask(self, client: Client, roots: Sequence[Path]) -> None:
        items = [{"scopeUri": uri_of(root), "section": SECTION} for root in roots]
        try:
            answers = await client.request(
                "workspace/configuration", {"items": items}, timeout_s=_TIMEOUT_S
            )
        except ClientFault:
            return
        if isinstance(answers, list):
            for root, answer in zip(roots, cast(list[Any], answers), strict=False):
                if self._answers_all and answer is not None:
                    self._replaced.add(root)
                self._pulled[root] = _sections_of(as_object(answer))

    def _editor(self, root: Path) -> Mapping[str, Any]:
        pulled = self._pulled.get(root, {})
        layers = (pulled,) if root in self._replaced else (self._given, self._pushed, pulled)
        return merged_layers(Layer("", values) for values in layers)


def _sections_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """What is meant for us: our sections, without values that are not set.

    An editor's section may hold settings of its plugin, too.
    """
    return {
        name: _set_values(value, (name,))
        for name, value in settings.items()
        if name in fields_of(Config) and value is not None
    }


def _without(values: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """What of `values` the `others` do not say."""
    return {
        key: _without(value, others[key]) if is_mapping(others.get(key)) else value
        for key, value in values.items()
        if key not in others or (is_mapping(value) and is_mapping(others[key]))
    }


def _set_values(value: Any, path: KeyPath) -> Any:
    """`value` without what is not set; the empty table of Lua may come as an empty list."""
    if value == [] and takes_mapping(path):
        return {}
    if not isinstance(value, Mapping):
        return value
    mapping = cast(Mapping[str, Any], value)
    return {
        key: _set_values(inner, (*path, key)) for key, inner in mapping.items() if inner is not None
    }
