"""What runs get of the terminal they are started on."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from architect.cli.sinks import technical_sinks
from architect.config.log_settings import LoggingSettings
from architect.frozen import frozen
from architect.ports.approver import Approver
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.ports.telemetry import TelemetryKeeper
from architect.ports.workspace import Workspace


@frozen(kw_only=True)
class TerminalPlace:
    """Where a command works: its workspace, and the folder as the user `named` it.

    `config_file` configures it, so no run may change that; `editable` are the files of
    `--allow-edit`.
    """

    workspace: Workspace
    named: Path
    config_file: Path | None = None
    editable: tuple[str, ...] = ()
    telemetry: TelemetryKeeper | None = None

    def host(
        self,
        approver: Approver,
        sinks: Sequence[EventSink],
        logging: LoggingSettings,
        *,
        quiet: bool = False,
    ) -> Host:
        """With the technical logs that the settings ask for; if `quiet`, not on standard error."""
        return Host(
            workspace=self.workspace,
            aliases=(as_named(self.named),),
            own_files=(self.config_file.resolve(),) if self.config_file else (),
            editable=self.editable,
            approver=approver,
            sinks=(*sinks, *technical_sinks(logging, quiet=quiet)),
            telemetry=self.telemetry,
        )


def as_named(folder: Path) -> Path:
    """The absolute path of `folder` as the user knows it, who may have come there through links."""
    current = Path(os.environ.get("PWD", ""))
    with contextlib.suppress(OSError):
        if current.is_absolute() and current.samefile("."):
            return Path(os.path.normpath(current / folder))
    return folder.absolute()
