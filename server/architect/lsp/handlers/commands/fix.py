"""`architect.fix`: let the build agent fix a finding, or what other tools report."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from architect.app.next_run import first_run
from architect.app.run_order import run_order
from architect.domain.errors import UserError
from architect.domain.findings import Finding
from architect.domain.ids import FindingId
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_request import RunOptions, RunRequest
from architect.domain.verdict import ConfirmMode, EditReview
from architect.frozen import frozen
from architect.l10n import english
from architect.lsp.diagnostics.diagnostics import (
    SOURCE,
    diagnostics_of,
    finding_of,
    problem_of,
    remembered_diagnostics,
)
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.selection import relative_path, text_of
from architect.lsp.handlers.start_run import start_run
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import StartedRun
from architect.services.task_names import fix_of_findings, fix_of_problems, run_name
from architect.services.tasks import fix_findings, fix_problems


class FixArgs(Message):
    """`architect.fix`: a finding, or diagnostics of any source in a document."""

    finding_id: str | None = None
    uri: str | None = None
    diagnostics: tuple[dict[str, Any], ...] = ()
    mode: ConfirmMode | None = None
    review: EditReview | None = None
    model: str | None = None
    reasoning: ReasoningEffort | None = None
    wait: bool = False


async def fix(editor: EditorSession, args: FixArgs, token: str | int | None) -> StartedRun:
    editor.expect_trust()
    if args.finding_id is not None:
        fix = await _finding(editor, args.finding_id)
    elif args.uri is not None and args.diagnostics:
        fix = await _diagnostics(editor, args.uri, args.diagnostics)
    else:
        raise invalid(english("name a findingId, or a uri with its diagnostics"))
    order = run_order(
        fix.request,
        first_run(fix.root, editor.clock),
        await editor.config(fix.root),
        title=fix.title,
        options=RunOptions(
            mode=args.mode, review=args.review, model=args.model, reasoning=args.reasoning
        ),
        client_token=token,
        fixes=fix.finding_ids,
    )
    return await start_run(editor, order, wait=args.wait)


@frozen
class _Fix:
    """What is to be fixed in the folder `root`; `finding_ids` are those of our own findings."""

    root: Path
    request: RunRequest
    title: str
    finding_ids: tuple[FindingId, ...] = ()


def _fix_of(findings: Sequence[Finding], root: Path, texts: Mapping[str, str]) -> _Fix:
    ids = tuple(finding.finding_id for finding in findings)
    return _Fix(
        root,
        fix_findings(findings, texts),
        run_name("fix", findings[0].title)
        if len(findings) == 1
        else fix_of_findings(len(findings)),
        ids,
    )


async def _finding(editor: EditorSession, finding_id: str) -> _Fix:
    folder, finding = editor.folders.finding(finding_id)
    texts = await _texts(editor, folder.root, finding.path)
    return _fix_of([finding], folder.root, texts)


async def _diagnostics(
    editor: EditorSession, uri: str, diagnostics: tuple[dict[str, Any], ...]
) -> _Fix:
    root = editor.root_of((uri,))
    path = relative_path(root, uri)
    texts = await _texts(editor, root, path)
    findings = _own_findings(editor, root, path, diagnostics)
    if findings:
        return _fix_of(findings, root, texts)
    problems = [problem_of(diagnostic, path) for diagnostic in diagnostics]
    is_one = len(problems) == 1
    title = run_name("fix", problems[0].message) if is_one else fix_of_problems(len(problems))
    return _Fix(root, fix_problems(problems, texts), title)


def _own_findings(
    editor: EditorSession, root: Path, path: str, diagnostics: tuple[dict[str, Any], ...]
) -> list[Finding]:
    """The findings behind diagnostics, if all of them are ours: they say more than is shown."""
    folder = editor.folders.get(root)
    findings = folder.findings.all(path)
    document = editor.findings.document(folder, path)
    if document is None:
        shown = remembered_diagnostics(findings, editor.features.encoding)
    else:
        shown = diagnostics_of(findings, document.lines)
    found = [
        finding_of(each, findings, shown) if each.get("source") == SOURCE else None
        for each in diagnostics
    ]
    known = [finding for finding in found if finding is not None]
    return known if len(known) == len(found) else []


async def _texts(editor: EditorSession, root: Path, path: str) -> dict[str, str]:
    """The file, if it can still be read; the agent finds out by itself if not."""
    with suppress(UserError):
        return {path: await text_of(editor.workspace(root), path)}
    return {}


COMMAND = Command("architect.fix", FixArgs, StartedRun, fix)
