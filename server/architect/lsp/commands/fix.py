"""`architect.fix`: let the build agent mend a finding, or what other tools report."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from architect.domain.findings import Finding
from architect.lsp.actions.diagnostics import (
    SOURCE,
    diagnostics_of,
    finding_of,
    problem_of,
    remembered_diagnostics,
)
from architect.lsp.daemon import Daemon
from architect.lsp.messages import FixArgs, parsed
from architect.lsp.results import ShortRunInfo
from architect.lsp.runs.live_run import RunOrder
from architect.lsp.runs.orders import first_run_id, flags_of, review_of, start, title_of
from architect.lsp.scopes import relative_path, text_of
from architect.lsp.transport.faults import RequestFault, invalid
from architect.services.requests import RunRequest
from architect.services.tasks import fix_findings, fix_problems


async def fix(daemon: Daemon, argument: Any, token: str | int | None) -> ShortRunInfo:
    args = parsed(FixArgs, argument)
    daemon.expect_trust()
    if args.finding_id is not None:
        root, request, title = await _finding(daemon, args.finding_id)
    elif args.uri is not None and args.diagnostics:
        root, request, title = await _diagnostics(daemon, args.uri, args.diagnostics)
    else:
        raise invalid("name a findingId, or a uri with its diagnostics")
    config = await daemon.config(root)
    order = RunOrder(
        replace(request, mode=args.mode, edits=review_of(args.review, args.mode, config)),
        root,
        title_of(title),
        first_run_id(daemon),
        flags=flags_of(model=args.model),
        progress_token=token,
    )
    return await start(daemon, order, wait=args.wait)


async def _finding(daemon: Daemon, finding_id: str) -> tuple[Path, RunRequest, str]:
    for desk in daemon.all_desks():
        if finding := desk.board.get(finding_id):
            texts = await _texts(daemon, desk.root, finding.path)
            return desk.root, fix_findings([finding], texts), f"fix {finding.title}"
    raise invalid(f"there is no finding {finding_id!r}; architect.findings lists them")


async def _diagnostics(
    daemon: Daemon, uri: str, diagnostics: tuple[dict[str, Any], ...]
) -> tuple[Path, RunRequest, str]:
    root = daemon.root_of((uri,))
    path = relative_path(root, uri)
    texts = await _texts(daemon, root, path)
    findings = _own_findings(daemon, root, path, diagnostics)
    if findings:
        return root, fix_findings(findings, texts), f"fix {findings[0].title}"
    problems = [problem_of(diagnostic, path) for diagnostic in diagnostics]
    return root, fix_problems(problems, texts), f"fix {problems[0].message}"


def _own_findings(
    daemon: Daemon, root: Path, path: str, diagnostics: tuple[dict[str, Any], ...]
) -> list[Finding]:
    """The findings behind diagnostics, if all of them are ours: they say more than is shown."""
    desk = daemon.desk(root)
    findings = desk.board.all(path)
    document = desk.publisher.document(path)
    if document is None:
        shown = remembered_diagnostics(findings, daemon.features.encoding)
    else:
        shown = diagnostics_of(findings, document.lines)
    found = [
        finding_of(each, findings, shown) if each.get("source") == SOURCE else None
        for each in diagnostics
    ]
    known = [finding for finding in found if finding is not None]
    return known if len(known) == len(found) else []


async def _texts(daemon: Daemon, root: Path, path: str) -> dict[str, str]:
    """The file, if it can still be read; the agent finds out by itself if not."""
    with suppress(RequestFault):
        return {path: await text_of(daemon.workspace(root), path)}
    return {}
