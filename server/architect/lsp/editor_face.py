"""The daemon behind the messages: which method leads where."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from architect.bootstrap.clock import system_clock
from architect.bootstrap.crashes import crash_log
from architect.lsp.actions.code_actions import knows_llm_tag
from architect.lsp.actions.document_actions import DocumentActions
from architect.lsp.actions.shown_diagnostics import ShownDiagnostics
from architect.lsp.commands.table import COMMANDS
from architect.lsp.daemon import Daemon
from architect.lsp.documents.documents import Documents
from architect.lsp.documents.line_ends import line_ends_of
from architect.lsp.documents.mirror import Mirror
from architect.lsp.documents.uris import path_of
from architect.lsp.editor_settings import EditorSettings
from architect.lsp.hunks.hunk_desk import HunkDesk
from architect.lsp.message_box import message_box
from architect.lsp.runs.patience import Patience
from architect.lsp.runs.prompts import PromptDesk
from architect.lsp.runs.run_manager import RunManager
from architect.lsp.runs.run_opening import live_run, open_editor_run
from architect.lsp.runs.run_pages import page
from architect.lsp.runs.run_watch import RunWatch
from architect.lsp.transport.client_features import ClientFeatures
from architect.lsp.transport.face import (
    CommandHandler,
    Connection,
    NotificationHandler,
    Params,
    RequestHandler,
)
from architect.lsp.transport.peer import PeerFault
from architect.lsp.trust_prompt import TrustPrompt
from architect.lsp.wire import as_object


class EditorFace:
    """Takes the editor's messages; see `Face`."""

    def __init__(
        self,
        params: Params,
        features: ClientFeatures,
        connection: Connection,
        *,
        patience: Patience = Patience(),  # noqa: B008 - a frozen value
    ) -> None:
        rich = features.rich
        self._connection = connection
        self._features = features
        self._watch = RunWatch(connection, features)
        mirror = Mirror(features.encoding, line_ends=line_ends_of(features.name))
        self._daemon = Daemon(
            peer=connection,
            features=features,
            settings=EditorSettings(
                rich.config if rich else _options(params),
                trusted=features.workspace_trusted,
                answers_all=rich is not None,
            ),
            mirror=mirror,
            prompts=PromptDesk(connection, features, patience.answer_s),
            runs=RunManager(
                lambda run: open_editor_run(self._daemon, run, self._watch),
                partial(live_run, connection=connection, shown=rich is not None and rich.events),
                watch=self._watch,
                crashes=crash_log(),
            ),
            clock=system_clock(),
            environ=os.environ,
            shown=ShownDiagnostics(connection),
            hunks=HunkDesk(connection, features, mirror),
            # Not in turn with the questions of runs: nobody has to answer it for them to go on.
            trust=TrustPrompt(connection, message_box(connection, features)),
            roots=list(features.roots),
            patience=patience,
        )
        self._documents = Documents(self._daemon.mirror)
        self._actions = DocumentActions(self._daemon, tags_actions=knows_llm_tag(params))

    @property
    def requests(self) -> Mapping[str, RequestHandler]:
        return {
            "textDocument/codeAction": self._actions.code_actions,
            "textDocument/codeLens": self._actions.code_lenses,
            "workspace/textDocumentContent": partial(page, self._daemon),
        }

    @property
    def notifications(self) -> Mapping[str, NotificationHandler]:
        return {
            "initialized": self._initialized,
            "textDocument/didOpen": self._documents.did_open,
            "textDocument/didChange": self._documents.did_change,
            "textDocument/didSave": self._documents.did_save,
            "textDocument/didClose": self._documents.did_close,
            "workspace/didChangeConfiguration": self._configuration_changed,
            "workspace/didChangeWorkspaceFolders": self._folders_changed,
            "window/workDoneProgress/cancel": self._progress_cancelled,
            "architect/llm/delta": self._daemon.deltas.take,
        }

    @property
    def commands(self) -> Mapping[str, CommandHandler]:
        return {name: partial(self._command, name) for name in COMMANDS}

    async def shutdown(self) -> None:
        """End every run, and write down what is not yet."""
        await self._daemon.runs.end_all()
        await asyncio.gather(*(desk.close() for desk in self._daemon.desks.values()))

    async def _command(self, name: str, argument: Params, token: str | int | None) -> Any:
        return await COMMANDS[name](self._daemon, argument, token)

    async def _initialized(self, _: Params) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._pull_settings())
            tasks.create_task(self._register())
        self._daemon.all_desks()

    async def _register(self) -> None:
        """Ask to be told when settings change."""
        if self._features.dynamic_configuration:
            registration = {"id": "configuration", "method": "workspace/didChangeConfiguration"}
            with suppress(PeerFault):
                await self._connection.request(
                    "client/registerCapability", {"registrations": [registration]}, timeout_s=30
                )

    async def _configuration_changed(self, params: Params) -> None:
        self._daemon.settings.pushed(params.get("settings"))
        await self._pull_settings()

    async def _pull_settings(self) -> None:
        if self._features.configuration:
            await self._daemon.settings.pull(self._connection, self._daemon.roots)

    async def _folders_changed(self, params: Params) -> None:
        event = params["event"]
        added, removed = (_folders(event.get(key) or ()) for key in ("added", "removed"))
        for root in added:
            self._daemon.open_folder(root)
        async with asyncio.TaskGroup() as tasks:
            for root in removed:
                if root not in added:
                    tasks.create_task(self._daemon.close_folder(root))
            tasks.create_task(self._pull_settings())

    def _progress_cancelled(self, params: Params) -> None:
        run = self._watch.run_of(params["token"])
        if run is not None:
            self._daemon.runs.cancel(run)


def _options(params: Params) -> dict[str, Any]:
    """Settings of an editor without our plugin: initializationOptions in config.yaml's shape."""
    return as_object(params.get("initializationOptions"))


def _folders(folders: Sequence[dict[str, Any]]) -> list[Path]:
    paths = (path_of(folder["uri"]) for folder in folders)
    return [path.resolve() for path in paths if path is not None]
