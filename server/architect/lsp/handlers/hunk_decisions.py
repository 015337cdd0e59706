"""What keeping and undoing have in common."""

from collections.abc import Awaitable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from architect.app.errors import BusyError, UnknownRunError, UnreadableRecordError
from architect.app.finding_sink import look_again
from architect.bootstrap.run.credentials import Credentials
from architect.config.schema import Config
from architect.domain.errors import (
    ArchitectError,
    SessionBusyError,
    UnknownSessionError,
    UserError,
)
from architect.domain.ids import HunkId, RunId, session_of
from architect.lsp.documents.document_uris import document_uri
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.find_run import root_of_run
from architect.lsp.handlers.selection import relative_path
from architect.lsp.protocol.errors import invalid
from architect.ports.workspace import Workspace
from architect.services.hunk_review import HunkChoice

T = TypeVar("T")


async def free_root_of(editor: EditorSession, run_id: str) -> Path:
    """The root of a run, where nothing is edited just now.

    Raises:
        UnknownRunError: there is no such run.
        BusyError: another one edits there.
    """
    root = await root_of_run(editor, run_id)
    if editor.runs.is_edited(root):
        raise BusyError("a run is editing this workspace; wait until it ends, or cancel it")
    return root


def choice_of(root: Path, hunk_ids: Iterable[str] | None, uris: Iterable[str] | None) -> HunkChoice:
    """Which hunks are meant.

    Raises:
        RequestFault: one of `uris` lies outside of `root`, or both are given.
    """
    if hunk_ids is not None and uris is not None:
        raise invalid("hunkIds and uris cannot be combined")
    return HunkChoice(
        None if hunk_ids is None else frozenset(HunkId(one) for one in hunk_ids),
        None if uris is None else tuple(relative_path(root, uri) for uri in uris),
    )


def secrets_of(editor: EditorSession, root: Path) -> tuple[str, ...]:
    """The keys that may not be recorded."""
    llm = Config().llm
    with suppress(UserError):  # what is wrong there is told when a run is started
        llm = editor.settings.settings_for(root, {}).config.llm
    return Credentials(editor.environ).secrets(llm.api_key_env)


async def decided(run_id: str, choice: HunkChoice, work: Awaitable[T]) -> T:
    """What `work` on hunks of a run gives, its faults as those of the request.

    Raises:
        UserError: it could not be done.
    """
    try:
        return await work
    except UnknownSessionError as error:
        if choice != HunkChoice():
            raise invalid(str(error)) from error
        raise UnknownRunError(run_id) from error
    except UserError as error:
        raise invalid(str(error)) from error
    except SessionBusyError as error:
        raise BusyError(str(error)) from error
    except ArchitectError as error:
        raise UnreadableRecordError(str(error)) from error


async def tell_changes(
    editor: EditorSession,
    workspace: Workspace,
    run_id: str,
    *,
    changed: Iterable[str],
    touched: Iterable[str],
) -> None:
    """Find findings again in files that were `changed`, and tell of hunks in those `touched`."""
    for path in changed:
        await look_again(editor.folders.get(workspace.root).findings, workspace, path)
    uris = [document_uri(workspace, editor.documents, path) for path in touched]
    editor.hunks.forget(session_of(RunId(run_id)), uris)
