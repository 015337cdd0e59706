"""The one folder that a server works in, with its settings as they are now."""

from pathlib import Path

from architect.app.choices import Choices
from architect.bootstrap.settings import Settings, load_settings, option_flags
from architect.domain.run_mode import RunMode
from architect.frozen import frozen


@frozen
class ServedFolder:
    """`mode` is what the user allowed; `config` is a file read instead of the project's own."""

    root: Path
    mode: RunMode
    config: Path | None = None

    def settings(self, choices: Choices | None = None) -> Settings:
        """All layers of now, with what was chosen for a run.

        Raises:
            ConfigError: something is wrong in one of them.
            UserError: what is kept about trust cannot be read.
        """
        options = option_flags((choices or Choices()).options)
        flags = {key: value for key, value in options.items() if value is not None}
        return load_settings(self.config, self.root, flags)
