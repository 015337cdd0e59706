"""The one folder that a server works in, with its settings as they are now."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect.bootstrap.settings import Settings, load_settings, option_flags
from architect.domain.run_mode import RunMode
from architect.domain.run_request import RunOptions
from architect.frozen import frozen


@frozen
class ServedFolder:
    """`mode` is what the user allowed; `config` is a file read instead of the project's own.

    `editable` are patterns of files that may be edited although other programs execute them. `told`
    are the lines about ignored settings that the user has read at the start.
    """

    root: Path
    mode: RunMode
    config: Path | None = None
    editable: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    def settings(
        self,
        options: RunOptions = RunOptions(),  # noqa: B008 - a frozen value
    ) -> Settings:
        """All layers of now, with what was chosen for a run.

        Raises:
            ConfigError: something is wrong in one of them.
            UserError: what is kept about trust cannot be read.
        """
        return self._loaded(options, {})

    def settings_of_one_call(self, options: RunOptions) -> Settings:
        """As `settings`, for a run without a model, which nobody tells anything.

        Raises:
            ConfigError, UserError: as `settings` does.
        """
        return self._loaded(options, _NOTHING_FOR_MODELS)

    def _loaded(self, options: RunOptions, more: Mapping[str, Any]) -> Settings:
        flags = {key: value for key, value in option_flags(options).items() if value is not None}
        return load_settings(self.config, self.root, {**flags, **more})


_NOTHING_FOR_MODELS: Mapping[str, Any] = {
    "mcp.enabled": False,
    "auto_review.enabled": False,
    "indexer.enabled": False,
}
