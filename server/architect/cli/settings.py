"""The configuration of a command, and word of what in it does not count."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect.bootstrap.settings import Settings, load_settings
from architect.cli.printer import PlainPrinter
from architect.config.schema import Config
from architect.domain.escape_controls import escape_controls
from architect.l10n import shown


def told_settings(
    config: Path | None,
    workspace: Path | None,
    flags: Mapping[str, Any] | None = None,
    *,
    trust_project: bool = False,
    quiet: bool = False,
) -> Config:
    """All layers; old names and what an untrusted project may not set are told on standard error.

    Raises:
        ConfigError: something is wrong in one of them.
        UserError: what is kept about trust cannot be read.
    """
    settings = load_settings(config, workspace, flags, trust_project=trust_project)
    if not quiet:
        tell_notes(settings)
    return settings.config


def tell_notes(settings: Settings) -> None:
    """Tell old names and what an untrusted project may not set on standard error."""
    for line in (*settings.notes, *settings.ignored):
        PlainPrinter(sys.stderr).line(escape_controls(shown(line)))
