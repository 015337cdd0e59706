"""The daemon behind the messages: which method leads where."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from architect.app.confirmations import ConfirmationQueue
from architect.app.folders import Folders
from architect.app.hunk_cache import HunkCache
from architect.app.run_manager import RunManager
from architect.app.workflows.manager import WorkflowManager
from architect.bootstrap.runtime import crash_log, system_clock
from architect.domain.errors import PortFault
from architect.domain.files.uris import path_of
from architect.jsonrpc.client import ClientFault
from architect.jsonrpc.handlers import NotificationHandler, Params, RequestHandler
from architect.l10n import shown
from architect.lsp.diagnostics.finding_display import FindingDisplay
from architect.lsp.diagnostics.hunk_notices import HunkNotices, follow_documents
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.documents.line_ends import line_ends_of
from architect.lsp.documents.text_document_sync import TextDocumentSync
from architect.lsp.documents.timeouts import Timeouts
from architect.lsp.editor_session import EditorSession
from architect.lsp.editor_settings import EditorSettings
from architect.lsp.handlers.code_actions import knows_llm_tag
from architect.lsp.handlers.commands.table import COMMAND_NAMES, command_named
from architect.lsp.handlers.document_actions import DocumentActions
from architect.lsp.handlers.open_run import live_run, open_editor_run
from architect.lsp.handlers.run_documents import page
from architect.lsp.progress.run_watch import RunWatch
from architect.lsp.progress.workflow_notices import WorkflowNotices
from architect.lsp.protocol.client_features import ClientFeatures, front_end_words
from architect.lsp.protocol.event_names import former_name_notes
from architect.lsp.protocol.to_json import ERROR, as_object
from architect.lsp.questions.editor_asker import EditorAsker
from architect.lsp.questions.message_box import message_box
from architect.lsp.questions.trust_prompt import TrustPrompt
from architect.lsp.transport.server_interface import CommandHandler, Connection, ProgressToken

_LIKELY_FIRST = "architect.run"


class LspServer:
    """Takes the editor's messages; see `ServerInterface`."""

    def __init__(
        self,
        params: Params,
        features: ClientFeatures,
        connection: Connection,
        *,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - a frozen value
    ) -> None:
        rich = features.rich
        self._connection = connection
        self._features = features
        self._watch = RunWatch(connection, features)
        documents = DocumentStore(features.encoding, line_ends=line_ends_of(features.name))
        findings = FindingDisplay(connection, documents, refreshes_lenses=features.lens_refresh)
        notices = HunkNotices(connection, features)
        hunks = HunkCache(notices.changed)
        workflow_notices = WorkflowNotices(connection, features)
        follow_documents(documents, hunks)
        self._editor = EditorSession(
            client=connection,
            features=features,
            settings=EditorSettings(
                rich.config if rich else _options(params),
                trusted=features.workspace_trusted,
                answers_all=rich is not None,
            ),
            documents=documents,
            questions=ConfirmationQueue(
                EditorAsker(connection, features, timeouts.answer_s), timeouts.answer_s
            ),
            runs=self._run_manager(shows_events=rich is not None and rich.events),
            workflows=WorkflowManager(workflow_notices, crash_log()),
            workflow_notices=workflow_notices,
            clock=system_clock(),
            environ=os.environ,
            findings=findings,
            hunks=hunks,
            hunk_notices=notices,
            folders=Folders(features.roots, show=findings.show, on_fault=self._finding_fault),
            # Not in turn with the questions of runs: nobody has to answer it for them to go on.
            trust=TrustPrompt(connection, message_box(connection, features)),
            timeouts=timeouts,
        )
        self._text_sync = TextDocumentSync(self._editor.documents)
        self._actions = DocumentActions(self._editor, tags_actions=knows_llm_tag(params))

    def _run_manager(self, *, shows_events: bool) -> RunManager:
        return RunManager(
            lambda run: open_editor_run(self._editor, run, self._watch),
            partial(live_run, connection=self._connection, shown=shows_events),
            watch=self._watch,
            crashes=crash_log(),
            words=front_end_words(self._features),
        )

    @property
    def requests(self) -> Mapping[str, RequestHandler]:
        return {
            "textDocument/codeAction": self._actions.code_actions,
            "textDocument/codeLens": self._actions.code_lenses,
            "workspace/textDocumentContent": partial(page, self._editor),
        }

    @property
    def notifications(self) -> Mapping[str, NotificationHandler]:
        return {
            "initialized": self._initialized,
            "textDocument/didOpen": self._text_sync.did_open,
            "textDocument/didChange": self._text_sync.did_change,
            "textDocument/didSave": self._text_sync.did_save,
            "textDocument/didClose": self._text_sync.did_close,
            "workspace/didChangeConfiguration": self._configuration_changed,
            "workspace/didChangeWorkspaceFolders": self._folders_changed,
            "window/workDoneProgress/cancel": self._progress_cancelled,
            "architect/llm/delta": self._editor.deltas.take,
        }

    @property
    def commands(self) -> Mapping[str, CommandHandler]:
        return {name: partial(self._answer, name) for name in COMMAND_NAMES}

    async def _answer(self, name: str, argument: Any, token: ProgressToken | None) -> Any:
        return await (await command_named(name)).answer(self._editor, argument, token)

    async def shutdown(self) -> None:
        """End every run, and write down what is not yet."""
        # What was kept does not wait for runs to end, which take their time.
        editor = self._editor
        # Workflows go first, so that none takes the end of a run for an end of its own.
        await asyncio.gather(
            editor.kept.aclose(), editor.workflows.end_all(), editor.runs.end_all()
        )
        await self._editor.folders.close()
        await self._editor.end_servers()

    async def _initialized(self, _: Params) -> None:
        for note in former_name_notes(self._features):
            self._editor.trust.note(note)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._pull_settings())
            tasks.create_task(self._register())
            tasks.create_task(command_named(_LIKELY_FIRST))
        self._editor.folders.all()
        self._editor.expect_runs()

    def _finding_fault(self, fault: PortFault | str) -> None:
        """Findings of a folder could not be read or written down."""
        params = {"type": ERROR, "message": f"architect: {shown(str(fault))}"}
        self._connection.notify("window/logMessage", params)

    async def _register(self) -> None:
        """Ask to be told when settings change."""
        if self._features.dynamic_configuration:
            registration = {"id": "configuration", "method": "workspace/didChangeConfiguration"}
            with suppress(ClientFault):
                await self._connection.request(
                    "client/registerCapability", {"registrations": [registration]}, timeout_s=30
                )

    async def _configuration_changed(self, params: Params) -> None:
        self._editor.settings.pushed(params.get("settings"))
        await self._pull_settings()

    async def _pull_settings(self) -> None:
        if self._features.configuration:
            await self._editor.settings.pull(self._connection, self._editor.folders.roots)

    async def _folders_changed(self, params: Params) -> None:
        event = params["event"]
        added, removed = (_folders(event.get(key) or ()) for key in ("added", "removed"))
        for root in added:
            self._editor.folders.add(root)
        async with asyncio.TaskGroup() as tasks:
            for root in removed:
                if root not in added:
                    tasks.create_task(self._close_folder(root))
            tasks.create_task(self._pull_settings())

    async def _close_folder(self, root: Path) -> None:
        await self._editor.workflows.end_in(root)
        await self._editor.known_runs.close_folder(root)

    def _progress_cancelled(self, params: Params) -> None:
        run = self._watch.run_of(params["token"])
        if run is not None:
            self._editor.runs.cancel(run)


def _options(params: Params) -> dict[str, Any]:
    """Settings of an editor without our plugin: initializationOptions in config.yaml's shape."""
    return as_object(params.get("initializationOptions"))


def _folders(folders: Sequence[dict[str, Any]]) -> list[Path]:
    paths = (path_of(folder["uri"]) for folder in folders)
    return [path.resolve() for path in paths if path is not None]
