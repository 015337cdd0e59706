"""The texts of the pages about runs."""

from typing import Any

from architect.bootstrap.sessions import diff as diff_of_run
from architect.domain.errors import ArchitectError, UnknownSessionError
from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.runs.pages import DIFF, TRANSCRIPT, run_and_kind
from architect.lsp.runs.past_runs import past_run
from architect.lsp.runs.run_roots import root_of_run
from architect.lsp.runs.transcript import transcript
from architect.lsp.transport.faults import STALE, RequestFault, invalid, unknown_run
from architect.lsp.wire import plain


async def diff_of(daemon: Daemon, run_id: str) -> str:
    """What a run changed so far, as one patch.

    Raises:
        RequestFault: there is no such run, or its record is damaged.
    """
    root = await root_of_run(daemon, run_id)
    try:
        return plain(await diff_of_run(RunId(run_id), daemon.workspace(root)))
    except UnknownSessionError as error:
        raise unknown_run(run_id) from error
    except ArchitectError as error:
        raise RequestFault(STALE, str(error)) from error


async def transcript_of(daemon: Daemon, run_id: str) -> str:
    """What happened in a run so far, in Markdown.

    Raises:
        RequestFault: there is no such run.
    """
    past = await past_run(daemon, run_id)
    if past is not None:
        return transcript(past.info["title"], past.events)
    run = daemon.runs.get(run_id)
    return transcript(plain(run.order.title), run.feed.page(0, run.feed.seq)[0])


async def page(daemon: Daemon, params: dict[str, Any]) -> dict[str, Any]:
    """The answer to `workspace/textDocumentContent`.

    Raises:
        RequestFault: it is none of our pages, or there is no such run.
    """
    run_id, kind = run_and_kind(params["uri"])
    if kind == TRANSCRIPT:
        return {"text": await transcript_of(daemon, run_id)}
    if kind == DIFF:
        return {"text": await diff_of(daemon, run_id)}
    raise invalid(f"there is no page {params['uri']!r}")
