"""What keeping and taking back have in common."""

from collections.abc import Awaitable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from architect.bootstrap.credentials import Credentials
from architect.config.schema import Config
from architect.domain.errors import (
    ArchitectError,
    SessionBusyError,
    UnknownSessionError,
    UserError,
)
from architect.domain.file_traces import session_of
from architect.domain.ids import HunkId, RunId
from architect.lsp.daemon import Daemon
from architect.lsp.documents.document_uris import document_uri
from architect.lsp.runs.reported_findings import look_again
from architect.lsp.runs.run_roots import root_of_run
from architect.lsp.scopes import relative_path
from architect.lsp.transport.faults import BUSY, STALE, RequestFault, invalid, unknown_run
from architect.ports.workspace import Workspace
from architect.services.hunk_review import HunkChoice

T = TypeVar("T")


async def free_root_of(daemon: Daemon, run_id: str) -> Path:
    """The root of a run, where nothing is edited just now.

    Raises:
        RequestFault: there is no such run, or another one edits there.
    """
    root = await root_of_run(daemon, run_id)
    if daemon.runs.is_edited(root):
        raise RequestFault(
            BUSY, "a run is editing this workspace; cancel it or wait for its end", retryable=True
        )
    return root


def choice_of(root: Path, hunk_ids: Iterable[str] | None, uris: Iterable[str] | None) -> HunkChoice:
    """Which hunks are meant.

    Raises:
        RequestFault: one of `uris` lies outside of `root`, or both are given.
    """
    if hunk_ids is not None and uris is not None:
        raise invalid("hunkIds and uris exclude each other; leave one of them out")
    return HunkChoice(
        None if hunk_ids is None else frozenset(HunkId(one) for one in hunk_ids),
        None if uris is None else tuple(relative_path(root, uri) for uri in uris),
    )


def secrets_of(daemon: Daemon, root: Path) -> tuple[str, ...]:
    """The keys that may not be recorded."""
    llm = Config().llm
    with suppress(UserError):  # what is wrong there is told when a run is started
        llm = daemon.settings.settings_for(root, {}).config.llm
    return Credentials(daemon.environ).secrets(llm.api_key_env)


async def decided(run_id: str, choice: HunkChoice, work: Awaitable[T]) -> T:
    """What `work` on hunks of a run gives, its faults as those of the request.

    Raises:
        RequestFault: it could not be done.
    """
    try:
        return await work
    except UnknownSessionError as error:
        if choice != HunkChoice():
            raise invalid(str(error)) from error
        raise unknown_run(run_id) from error
    except UserError as error:
        raise invalid(str(error)) from error
    except SessionBusyError as error:
        raise RequestFault(BUSY, str(error), retryable=True) from error
    except ArchitectError as error:
        raise RequestFault(STALE, str(error)) from error


async def tell_changes(
    daemon: Daemon,
    workspace: Workspace,
    run_id: str,
    *,
    changed: Iterable[str],
    touched: Iterable[str],
) -> None:
    """Find findings again in files that were `changed`, and tell of hunks in those `touched`."""
    for path in changed:
        await look_again(daemon.desk(workspace.root).board, workspace, path)
    uris = [document_uri(workspace, daemon.mirror, path) for path in touched]
    daemon.hunks.forget(session_of(RunId(run_id)), uris)
