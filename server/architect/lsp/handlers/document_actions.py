"""What can be started from a place in a document: code actions and lenses."""

from contextlib import suppress
from typing import Any

from architect.app.confirmations import title_of
from architect.domain.errors import UserError
from architect.domain.findings import Finding
from architect.domain.verdict import Choice
from architect.l10n import english, t
from architect.lsp.documents.document_paths import path_in
from architect.lsp.documents.document_store import OpenDocument
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.code_actions import FIX, ActionScene, code_actions, command_of
from architect.lsp.handlers.code_lens import code_lenses
from architect.lsp.handlers.hunk_actions import hunk_actions, hunk_lenses
from architect.lsp.handlers.shown_hunks import undecided_hunks
from architect.lsp.protocol.results import ShownHunk

_ANSWERS = {
    Choice.ONCE: english("allow once"),
    Choice.RUN: english("allow for this run"),
    Choice.DENY: english("deny"),
    Choice.STOP: english("stop the run"),
}


class DocumentActions:
    """Answers `textDocument/codeAction` and `textDocument/codeLens`."""

    def __init__(self, editor: EditorSession, *, tags_actions: bool) -> None:
        self._editor = editor
        self._tags_actions = tags_actions

    async def code_actions(self, params: dict[str, Any]) -> list[dict[str, Any]]:
        found = self._open_document(params)
        if found is None:
            return []
        document, path = found
        if params["range"]["start"] != params["range"]["end"]:
            self._editor.expect_run(document.uri)
        scene = ActionScene(
            document.uri, path, document.lines, self._findings(document), self._tags_actions
        )
        hunks = hunk_actions(params, await self._hunks(document))
        return [*self._answers(), *code_actions(params, scene), *hunks]

    async def code_lenses(self, params: dict[str, Any]) -> list[dict[str, Any]]:
        found = self._open_document(params)
        if found is None:
            return []
        document, _ = found
        findings = self._findings(document)
        lenses = code_lenses(document.uri, findings, document.lines) if findings else []
        return [*lenses, *hunk_lenses(await self._hunks(document))]

    async def _hunks(self, document: OpenDocument) -> list[ShownHunk]:
        """The open hunks, if the editor does not show them by itself."""
        if not self._editor.hunk_notices.shows_lenses:
            return []
        return (await undecided_hunks(self._editor, document.uri))["hunks"]

    def _answers(self) -> list[dict[str, Any]]:
        """The open question, for editors that cannot show one."""
        prompt = self._editor.questions.open_prompt
        if prompt is None or self._editor.features.show_message_request:
            return []
        ids = {"runId": prompt.run.run_id, "requestId": prompt.request_id}
        actions: list[dict[str, Any]] = []
        for choice, words in _ANSWERS.items():
            if choice not in prompt.options:
                continue
            title = t(
                "Architect asks: {words}: {question}",
                words=t(words),
                question=title_of(prompt.question),
            )
            command = command_of(title, "architect.answer", {**ids, "choice": choice})
            actions.append({"title": command["title"], "kind": FIX, "command": command})
        return actions

    def _open_document(self, params: dict[str, Any]) -> tuple[OpenDocument, str] | None:
        """The document and its path in the root where a run would work; its URI without one."""
        document = self._editor.documents.get(params["textDocument"]["uri"])
        if document is None:
            return None
        with suppress(UserError):
            folder = self._editor.folders.get(self._editor.root_of((document.uri,)))
            if (path := path_in(folder.root, document)) is not None:
                return document, path
        return document, document.uri

    def _findings(self, document: OpenDocument) -> list[Finding]:
        """Those of all roots that the document is in, from its top to its end."""
        found: list[Finding] = []
        for folder in self._editor.folders.all():
            if (path := path_in(folder.root, document)) is not None:
                found += folder.findings.all(path)
        return sorted(found, key=lambda finding: finding.line)
