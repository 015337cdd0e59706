"""`architect.findings`: what reviews found; dismissing one, clearing them."""

from contextlib import suppress
from typing import Any

from architect.domain.findings import Finding
from architect.lsp.actions.diagnostics import diagnostics_of, remembered_diagnostics
from architect.lsp.daemon import Daemon
from architect.lsp.documents.uris import uri_of
from architect.lsp.messages import FindingsArgs, parsed
from architect.lsp.results import Findings, ShownFinding
from architect.lsp.root_desk import RootDesk
from architect.lsp.scopes import relative_path
from architect.lsp.transport.faults import RequestFault, invalid
from architect.lsp.wire import plain


async def findings(daemon: Daemon, argument: Any, _: object) -> Findings:
    args = parsed(FindingsArgs, argument)
    places = _places(daemon, args.uri)
    if args.dismiss is not None and not any(
        desk.board.dismiss(args.dismiss) for desk in daemon.all_desks()
    ):
        raise invalid(f"there is no finding {args.dismiss!r}; architect.findings lists them")
    found: list[ShownFinding] = []
    for desk, path in places:
        if args.clear:
            desk.board.clear(path)
        found += [_shown(daemon, desk, finding) for finding in desk.board.all(path)]
    return {"findings": found}


def _places(daemon: Daemon, uri: str | None) -> list[tuple[RootDesk, str | None]]:
    """Where to look, and for which path: a document lies in every folder around it.

    Raises:
        RequestFault: it lies in none.
    """
    if uri is None:
        return [(desk, None) for desk in daemon.all_desks()]
    daemon.desk(daemon.root_of((uri,)))
    places: list[tuple[RootDesk, str | None]] = []
    for desk in daemon.all_desks():
        with suppress(RequestFault):
            places.append((desk, relative_path(desk.root, uri)))
    return places


def _shown(daemon: Daemon, desk: RootDesk, finding: Finding) -> ShownFinding:
    place = desk.root / finding.path
    document = desk.publisher.document(finding.path)
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
