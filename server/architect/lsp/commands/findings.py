"""`architect.findings`: what reviews found; dismissing one, clearing them."""

from typing import Any

from architect.domain.findings import Finding
from architect.lsp.daemon import Daemon
from architect.lsp.diagnostics import diagnostics_of, remembered_diagnostics
from architect.lsp.faults import invalid
from architect.lsp.messages import FindingsArgs, parsed
from architect.lsp.root_desk import RootDesk
from architect.lsp.scopes import relative_path
from architect.lsp.uris import uri_of
from architect.lsp.wire import plain


async def findings(daemon: Daemon, argument: Any, _: object) -> dict[str, Any]:
    args = parsed(FindingsArgs, argument)
    roots = [daemon.root_of((args.uri,))] if args.uri else daemon.roots
    desks = [daemon.desk(root) for root in roots]
    if args.dismiss is not None and not any(
        desk.board.dismiss(args.dismiss) for desk in map(daemon.desk, daemon.roots)
    ):
        raise invalid(f"there is no finding {args.dismiss!r}; architect.findings lists them")
    found: list[dict[str, Any]] = []
    for desk in desks:
        path = relative_path(desk.root, args.uri) if args.uri else None
        if args.clear:
            desk.board.clear(path)
        found += [_shown(daemon, desk, finding) for finding in desk.board.all(path)]
    return {"findings": found}


def _shown(daemon: Daemon, desk: RootDesk, finding: Finding) -> dict[str, Any]:
    place = desk.root / finding.path
    document = daemon.mirror.at(place)
    if document is None:
        (diagnostic,) = remembered_diagnostics([finding], daemon.features.encoding)
    else:
        (diagnostic,) = diagnostics_of([finding], document.lines)
    return {
        "findingId": finding.finding_id,
        "uri": document.uri if document else uri_of(place),
        "path": finding.path,
        "range": diagnostic["range"],
        "severity": finding.severity,
        "title": plain(finding.title),
        "detail": plain(finding.detail),
        "suggestion": plain(finding.suggestion),
        "runId": finding.run_id,
    }
