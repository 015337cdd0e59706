"""What the daemon knows of its editor between two messages."""

import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from architect.app.confirmations import ConfirmationQueue
from architect.app.folders import Folders
from architect.app.hunk_cache import HunkCache
from architect.app.run_manager import RunManager
from architect.bootstrap.warm_up import warm_up
from architect.config.llm import LlmSettings
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.jsonrpc.client import Client
from architect.lsp.diagnostics.finding_display import FindingDisplay
from architect.lsp.diagnostics.hunk_notices import HunkNotices
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.documents.editor_workspace import EditorWorkspace
from architect.lsp.documents.timeouts import Timeouts
from architect.lsp.editor_model.deltas import StreamDeltas
from architect.lsp.editor_settings import EditorSettings
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.errors import UNTRUSTED, RequestFault
from architect.lsp.protocol.uris import path_of
from architect.lsp.questions.trust_prompt import TrustPrompt
from architect.ports.clock import Clock


@dataclass(slots=True)
class EditorSession:
    """The editor, its documents, its folders, and the runs it asked for."""

    client: Client
    features: ClientFeatures
    settings: EditorSettings
    documents: DocumentStore
    questions: ConfirmationQueue
    runs: RunManager
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

    def expect_trust(self) -> None:
        """Nothing but reviews is done in a workspace that the user does not trust.

        Raises:
            RequestFault: it is one.
        """
        if not self.features.workspace_trusted:
            raise RequestFault(
                UNTRUSTED,
                "this workspace is not trusted in the editor, so only reviews are available; "
                "trust it there to use everything else",
            )

    async def close_folder(self, root: Path) -> None:
        """The editor has closed a folder: its runs end, and its findings are shown no more."""
        await self.runs.end_in(root)
        await self.folders.remove(root)

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
        paths = (path.resolve() for uri in uris if (path := path_of(uri)) is not None)
        return self.folders.root_of(next(paths, None))
