"""`architect.findings`: what reviews found; dismissing one, clearing them."""

from contextlib import suppress
from typing import TypedDict

from architect.app.workspace_folder import WorkspaceFolder
from architect.domain.errors import UserError
from architect.domain.files.uris import uri_of
from architect.domain.findings import Category, Finding, Severity
from architect.lsp.diagnostics.diagnostics import diagnostics_of, remembered_diagnostics
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.selection import relative_path
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import WireRange
from architect.lsp.protocol.to_json import plain


class FindingsArgs(Message):
    """`architect.findings`: lists them; `dismiss` one, or `clear` those of `uri`, or all."""

    uri: str | None = None
    dismiss: str | None = None
    clear: bool = False


class ShownFinding(TypedDict):
    """A finding of a review, at the place where it is now."""

    findingId: str
    uri: str
    path: str
    range: WireRange
    severity: Severity
    category: Category
    title: str
    detail: str
    suggestion: str | None
    runId: str


class Findings(TypedDict):
    findings: list[ShownFinding]


async def findings(editor: EditorSession, args: FindingsArgs, _: object) -> Findings:
    places = _places(editor, args.uri)
    for folder, _ in places:
        await folder.catch_up()
    if args.dismiss is not None:
        folder, _ = editor.folders.finding(args.dismiss)
        folder.findings.dismiss(args.dismiss)
    found: list[ShownFinding] = []
    for folder, path in places:
        if args.clear:
            folder.findings.clear(path)
        found += [_shown(editor, folder, finding) for finding in folder.findings.all(path)]
    return {"findings": found}


def _places(editor: EditorSession, uri: str | None) -> list[tuple[WorkspaceFolder, str | None]]:
    """Where to look, and for which path: a document lies in every folder around it.

    Raises:
        RequestFault: it lies in none.
    """
    if uri is None:
        return [(folder, None) for folder in editor.folders.all()]
    editor.folders.get(editor.root_of((uri,)))
    places: list[tuple[WorkspaceFolder, str | None]] = []
    for folder in editor.folders.all():
        with suppress(UserError):
            places.append((folder, relative_path(folder.root, uri)))
    return places


def _shown(editor: EditorSession, folder: WorkspaceFolder, finding: Finding) -> ShownFinding:
    place = folder.root / finding.path
    document = editor.findings.document(folder, finding.path)
    if document is None:
        (diagnostic,) = remembered_diagnostics([finding], editor.features.encoding)
    else:
        (diagnostic,) = diagnostics_of([finding], document.lines)
    return {
        "findingId": finding.finding_id,
        "uri": document.uri if document else uri_of(place),
        "path": finding.path,
        "range": diagnostic["range"],
        "severity": finding.severity,
        "category": finding.category,
        "title": plain(finding.title),
        "detail": plain(finding.detail),
        "suggestion": plain(finding.suggestion),
        "runId": finding.run_id,
    }


COMMAND = Command("architect.findings", FindingsArgs, Findings, findings)
