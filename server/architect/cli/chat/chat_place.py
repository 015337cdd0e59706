"""Where a conversation is held: a workspace, and the settings that its command line gave."""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from architect.bootstrap.settings import Settings, load_settings, option_flags
from architect.cli.terminal_host import TerminalPlace
from architect.config.schema import Config
from architect.domain.run_request import RunOptions
from architect.frozen import frozen
from architect.ports.workspace import Workspace


@frozen(kw_only=True)
class ChatPlace:
    """`named` is the folder as the user wrote it, None for the one that follows by itself.

    `flags` are settings by dotted key.
    """

    terminal: TerminalPlace
    named: Path | None = None
    flags: Mapping[str, Any] = field(default_factory=dict[str, Any])
    api_key: str | None = None
    trust_project: bool = False

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

    def _settings(self, flags: Mapping[str, Any]) -> Settings:
        return load_settings(
            self.terminal.config_file, self.named, flags, trust_project=self.trust_project
        )
