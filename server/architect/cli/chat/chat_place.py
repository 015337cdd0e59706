"""Where a conversation is held: a workspace, and the settings that its command line gave."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.settings import Settings, load_settings, option_flags
from architect.cli.terminal_host import TerminalPlace
from architect.config.schema import Config
from architect.domain.run_request import RunOptions
from architect.ports.workspace import Workspace


@dataclass(slots=True, kw_only=True)
class ChatPlace:
    """`named` is the folder as the user wrote it, None for the one that follows by itself.

    `flags` are settings by dotted key, and `words` how the person knows of them. It `lacks_model`
    while none is chosen of several that an address offers.
    """

    terminal: TerminalPlace
    named: Path | None = None
    flags: Mapping[str, Any] = field(default_factory=dict[str, Any])
    words: Mapping[str, str] = field(default_factory=dict[str, str])
    api_key: str | None = None
    trust_project: bool = False
    lacks_model: bool = False

    @property
    def workspace(self) -> Workspace:
        return self.terminal.workspace

    @property
    def root(self) -> Path:
        return self.workspace.root

    def config(self, options: RunOptions) -> Config:
        """The configuration of now, with what `options` choose.

        Raises:
            ConfigError: something is wrong in one of its layers.
        """
        chosen = {key: value for key, value in option_flags(options).items() if value is not None}
        return self._settings({**self.flags, **chosen}).config

    async def secrets(self, options: RunOptions) -> Sequence[str]:
        """The keys that are never recorded.

        Raises:
            ConfigError: something is wrong in the configuration.
        """
        llm = self.config(options).llm
        credentials = await Credentials(os.environ, self.api_key).with_kept(llm)
        return (*credentials.secrets(llm),)

    def use_address(self, address: str) -> None:
        """Ask models at an OpenAI-compatible address from now on, with no key of another one.

        Raises:
            ConfigError: it is no address.
        """
        self._settings({**self.flags, "llm.api_base": address})
        self.flags = {**self.flags, "llm.api_base": address}
        self.words, self.api_key = {**self.words, "llm.api_base": "/model"}, None

    def _settings(self, flags: Mapping[str, Any]) -> Settings:
        return load_settings(
            self.terminal.config_file, self.named, flags, trust_project=self.trust_project
        )
