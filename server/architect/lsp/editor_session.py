"""What the daemon knows of its editor between two messages."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from architect.app.confirmations import ConfirmationQueue
from architect.app.folders import Folders
from architect.app.hunk_cache import HunkCache
from architect.app.hunk_decisions import HunkDecisions
from architect.app.kept_commands import KeptCommands
from architect.app.known_runs import KnownRuns
from architect.app.open_hunks import HunkReader
from architect.app.run_manager import RunManager
from architect.app.session_decisions import SessionDecisions
from architect.app.workflows.manager import WorkflowManager
from architect.app.workflows.unit_records import homes_of_unit
from architect.bootstrap.kept_mcp_servers import KeptMcpServers
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.warm_up import is_light, warm_up
from architect.config.llm import LlmSettings
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.files.uris import path_of
from architect.domain.ids import RunId
from architect.jsonrpc.client import Client
from architect.l10n import english
from architect.lsp.diagnostics.finding_display import FindingDisplay
from architect.lsp.diagnostics.hunk_notices import HunkNotices
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.documents.document_uris import document_uri
from architect.lsp.documents.editor_workspace import EditorWorkspace
from architect.lsp.documents.timeouts import Timeouts
from architect.lsp.editor_model.deltas import StreamDeltas
from architect.lsp.editor_settings import EditorSettings
from architect.lsp.progress.workflow_notices import WorkflowNotices
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.errors import UNTRUSTED, RequestFault
from architect.lsp.questions.trust_prompt import TrustPrompt
from architect.ports.clock import Clock
from architect.ports.workspace import Workspace

if TYPE_CHECKING:
    from architect.adapters.mcp.servers import McpServers
    from architect.bootstrap.kept_code_indexes import KeptCodeIndexes
    from architect.bootstrap.telemetry import KeptTelemetry
    from architect.services.mentions.file_names import FileNames


@dataclass(slots=True)
class EditorSession:
    """The editor, its documents, its folders, and the runs it asked for."""

    client: Client
    features: ClientFeatures
    settings: EditorSettings
    documents: DocumentStore
    questions: ConfirmationQueue
    runs: RunManager
    workflows: WorkflowManager
    workflow_notices: WorkflowNotices
    folders: Folders
    clock: Clock
    environ: Mapping[str, str]
    findings: FindingDisplay
    trust: TrustPrompt
    hunks: HunkCache
    hunk_notices: HunkNotices
    timeouts: Timeouts = field(default_factory=Timeouts)
    deltas: StreamDeltas = field(default_factory=StreamDeltas)
    warmed_up: set[str] = field(default_factory=set[str])
    kept: KeptCommands = field(default_factory=KeptCommands)
    _file_names: "dict[Path, FileNames]" = field(default_factory=dict[Path, "FileNames"])
    _code_indexes: "KeptCodeIndexes | None" = None
    _telemetry: "KeptTelemetry | None" = None
    _mcp: KeptMcpServers = field(init=False)

    def __post_init__(self) -> None:
        self._mcp = KeptMcpServers(self.environ)

    @property
    def mcp(self) -> "McpServers":
        """The connections to MCP servers, which are kept between runs."""
        return self._mcp.get()

    @property
    def telemetry(self) -> "KeptTelemetry":
        """The exporters of telemetry, which are kept between runs."""
        from architect.bootstrap.telemetry import KeptTelemetry

        if self._telemetry is None:
            loop = asyncio.get_running_loop()
            self._telemetry = KeptTelemetry(partial(_in_loop, loop, self.trust.note))
        return self._telemetry

    def file_names(self, root: Path) -> "FileNames":
        """The names of the files in `root`, for whoever types one."""
        from architect.services.mentions.file_names import FileNames, names_in

        if root not in self._file_names:
            self._file_names[root] = FileNames(lambda: names_in(self.workspace(root)), self.clock)
        return self._file_names[root]

    @property
    def code_indexes(self) -> "KeptCodeIndexes":
        """The indexes of the folders, for whoever types the name of a symbol."""
        from architect.bootstrap.kept_code_indexes import KeptCodeIndexes

        if self._code_indexes is None:
            self._code_indexes = KeptCodeIndexes(self.environ)
        return self._code_indexes

    async def end_servers(self) -> None:
        """End what was kept: connections to MCP servers, commands, indexes, telemetry."""
        await self.kept.aclose()
        for names in self._file_names.values():
            await names.aclose()
        if self._code_indexes is not None:
            await self._code_indexes.aclose()
        await self._mcp.aclose()
        if self._telemetry is not None:
            await asyncio.to_thread(self._telemetry.close)

    def expect_trust(self) -> None:
        """Nothing but reviews is done in a workspace that the user does not trust.

        Raises:
            RequestFault: it is one.
        """
        if not self.features.workspace_trusted:
            raise RequestFault(
                UNTRUSTED,
                english(
                    "this workspace is not trusted in the editor, so only reviews are available; "
                    "trust it there to use everything else"
                ),
            )

    @property
    def known_runs(self) -> KnownRuns:
        """Its runs, and those that their journals tell of."""
        return KnownRuns(self.runs, self.folders, self.kept, self._homes_of_units)

    def _homes_of_units(self, run_id: RunId) -> Iterator[Path]:
        for root in self.folders.all_roots():
            with suppress(UserError):  # told when a run is started there
                config = self.settings.settings_for(root, {}).config
                yield from homes_of_unit(root, run_id, config, Credentials(self.environ))

    @property
    def hunk_reader(self) -> HunkReader:
        """What runs changed and nobody has decided about."""
        return HunkReader(self, self.runs, self.folders, self.hunks)

    @property
    def decisions(self) -> HunkDecisions:
        """Keeping and undoing what runs changed."""
        return HunkDecisions(self.hunk_reader)

    @property
    def session_decisions(self) -> SessionDecisions:
        """The same for all runs of a session."""
        return SessionDecisions(self.decisions)

    def workspace(self, root: Path) -> EditorWorkspace:
        """The files of a root as the editor shows them, for one run.

        Raises:
            CannotStartError: no run can work there.
        """
        return EditorWorkspace(
            self.folders.get(root).disk,
            self.documents,
            self.client,
            self.features,
            timeouts=self.timeouts.edits,
        )

    def name_of(self, workspace: Workspace, path: str) -> str:
        """The URI of a file by its path in `workspace`."""
        return document_uri(workspace, self.documents, path)

    async def secrets(self, root: Path) -> tuple[str, ...]:
        """The keys that may not be recorded."""
        llm = Config().llm
        with suppress(UserError):  # what is wrong there is told when a run is started
            llm = self.settings.settings_for(root, {}).config.llm
        return (await Credentials(self.environ).with_kept(llm)).secrets(llm)

    async def config(self, root: Path) -> Config:
        """The configuration of a run in `root`.

        Raises:
            ConfigError: something is wrong in one of its layers.
        """
        await self.settings.settled()
        settings = self.settings.settings_for(root, {})
        self.trust.consider(root, settings)
        return settings.config

    def expect_run(self, uri: str) -> None:
        """Import what the model will need, once, since a run is likely to be started there."""
        with suppress(UserError):
            self.warm_up(self.settings.settings_for(self.root_of((uri,)), {}).config.llm)

    def expect_runs(self) -> None:
        """Import what runs in the first folder will need, if that costs next to nothing."""
        with suppress(UserError):
            llm = self.settings.settings_for(self.root_of(), {}).config.llm
            if is_light(llm):
                self.warm_up(llm)

    def warm_up(self, llm: LlmSettings) -> None:
        """Import what a run with these settings needs, in a thread, once for each model."""
        if llm.model not in self.warmed_up:
            self.warmed_up.add(llm.model)
            threading.Thread(target=warm_up, args=(llm,), daemon=True).start()

    def root_of(self, uris: tuple[str, ...] = ()) -> Path:
        """The workspace folder that the first of `uris` is in; the first folder if there is none.

        Raises:
            CannotStartError: the editor has no folder open, or none for that document.
        """
        known = (path_of(uri) for uri in uris)
        paths = (Path(os.path.realpath(path)) for path in known if path is not None)
        return self.folders.root_of(next(paths, None))


def _in_loop(loop: asyncio.AbstractEventLoop, tell: Callable[[str], None], text: str) -> None:
    """Tell it in the thread of `loop`, whichever this is; not at all once that is closed."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(tell, text)
