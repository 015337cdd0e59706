"""What a front end hands to the engine."""

from collections.abc import Callable, Sequence
from pathlib import Path

from architect.frozen import frozen
from architect.ports.approver import Approver
from architect.ports.background_commands import CommandKeeper
from architect.ports.event_sink import EventSink
from architect.ports.language_features import LanguageFeatures
from architect.ports.model import Model
from architect.ports.problem_reports import ProblemReports
from architect.ports.search import Search
from architect.ports.shell import Shell
from architect.ports.telemetry import TelemetryKeeper
from architect.ports.tool_source import ToolServers, ToolSource
from architect.ports.workspace import Workspace
from architect.ports.write_log import WriteLog


def _same_search(search: Search) -> Search:
    return search


def _nothing_open() -> Sequence[str]:
    return ()


def _same_shell(shell: Shell) -> Shell:
    return shell


@frozen
class Host:
    """Where files are, who is asked, and who watches.

    `search` and `shell` put something around the search over the disk and the shell of this
    machine: an editor knows files that are not saved yet. `model` is the one it offers, for
    those who configure that. `tool_sources` are opened for each run;
    `tool_servers` keep what is connected between runs. `aliases` are other absolute
    paths by which the user knows the workspace root, through links. `own_files` configure the run,
    so it may not change them; `editable` are patterns of files that it may edit although other
    programs execute them. `problems` are what the editor reports of files, if it is one that can
    be asked.
    `telemetry` keeps the exporters between runs; without one each run has its own.
    `keeper` takes the background commands that the user keeps beyond their run.
    `writes` are those of all runs of this process in the workspace, if there may be others.
    `open_files` are the relative paths of what the user has open.
    """

    workspace: Workspace
    approver: Approver
    sinks: tuple[EventSink, ...] = ()
    search: Callable[[Search], Search] = _same_search
    shell: Callable[[Shell], Shell] = _same_shell
    model: Model | None = None
    tool_sources: tuple[ToolSource, ...] = ()
    tool_servers: ToolServers | None = None
    aliases: tuple[Path, ...] = ()
    own_files: tuple[Path, ...] = ()
    editable: tuple[str, ...] = ()
    problems: ProblemReports | None = None
    language: LanguageFeatures | None = None
    keeper: CommandKeeper | None = None
    telemetry: TelemetryKeeper | None = None
    writes: WriteLog | None = None
    open_files: Callable[[], Sequence[str]] = _nothing_open
