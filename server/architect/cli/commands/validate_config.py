"""Check the configuration and report problems."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.domain.errors import AuthenticationFailedError, ConfigError, UserError
from architect.l10n import joined, shown, t

if TYPE_CHECKING:
    from architect.config.schema import Config


@click.command("validate-config")
@config_option
@workspace_option
def command(config: Path | None, workspace: Path | None) -> None:
    """Check the configuration in all its layers; exit code 3 if it is invalid."""
    from architect.bootstrap.settings import files_read, load_settings, workspace_root
    from architect.cli.result_stream import print_result
    from architect.config.tool_names import unknown_tools
    from architect.domain.escape_controls import escape_controls
    from architect.tools.built_in import ALL_TOOLS

    settings = load_settings(config, workspace, trust_project=True).config
    if problems := list(_problems(settings, workspace_root(settings, workspace))):
        raise ConfigError(joined("\n", problems))
    for warning in unknown_tools(settings, ALL_TOOLS):
        print_note(escape_controls(t("warning: {warning}", warning=shown(warning))))
    as_trusted = load_settings(config, workspace)
    for line in (
        *(t("warning: {warning}", warning=shown(note)) for note in as_trusted.notes),
        *map(shown, as_trusted.ignored),
    ):
        print_note(escape_controls(line))
    read = files_read(config, workspace)
    files = ", ".join(read) if read else t("no configuration file, all defaults")
    print_result(t("valid: {files}", files=files))


def _problems(settings: "Config", root: Path) -> Iterator[str]:
    """What a run would refuse although every value is of the right kind."""
    from architect.bootstrap.logs import check_log_file
    from architect.bootstrap.models.open_model import ModelSources, open_model
    from architect.bootstrap.models.price_list import load_prices
    from architect.bootstrap.workspaces import check_workspace

    checks = [
        lambda: check_workspace(root),
        lambda: load_prices(settings.costs),
        lambda: open_model(settings.llm, ModelSources(os.environ)),
    ]
    if (log := settings.logging.file) is not None:
        checks.append(lambda: check_log_file(log))
    for check in checks:
        try:
            check()
        except AuthenticationFailedError:
            # A key is no part of the configuration, and often not there where that is checked.
            continue
        except UserError as error:
            yield str(error)
