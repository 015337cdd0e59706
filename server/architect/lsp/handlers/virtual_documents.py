"""Read-only pages about runs: the transcript and the diff.

A client with `workspace/textDocumentContent` (LSP 3.18) gets them under the scheme `architect:`;
for the others they are files in the user's state folder.
"""

import contextlib
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from architect.domain.files.uris import uri_of
from architect.jsonrpc.client import ClientFault
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.protocol.errors import NOT_CONFIGURED, RequestFault, invalid

SCHEME = "architect"
DIFF, TRANSCRIPT = "changes.diff", "transcript.md"
UNIT_DIFF = "unit.diff"
_KEPT_FILES = 50


def page_of_diff(run_id: str) -> str:
    return f"{run_id}/{DIFF}"


def page_of_transcript(run_id: str) -> str:
    return f"{run_id}/{TRANSCRIPT}"


def page_of_unit(workflow_id: str, unit_id: str) -> str:
    return f"{workflow_id}/{quote(unit_id, safe='')}/{UNIT_DIFF}"


def run_and_kind(uri: str) -> tuple[str, str]:
    """The run that a page is about, and the kind of page.

    Raises:
        RequestFault: it is none of our pages.
    """
    parts = urlsplit(uri)
    run_id, _, kind = unquote(parts.path).lstrip("/").partition("/")
    if parts.scheme != SCHEME or not kind:
        raise invalid(english("there is no page {uri!r}", uri=uri))
    return run_id, kind


async def shown(editor: EditorSession, page: str, text: str, *, show: bool) -> str | None:
    """The address of a page with that text, which the editor opens if `show`.

    None if it has no address, because its file cannot be written.

    Raises:
        RequestFault: it was to be shown and has no address.
    """
    try:
        uri = _address(editor, page, text)
    except OSError as error:
        if not show:
            return None
        raise RequestFault(
            NOT_CONFIGURED,
            english(
                "cannot write the document to {filename!r}: {error}; make that folder "
                "writable, or set XDG_STATE_HOME to one that is",
                filename=error.filename,
                error=error.strerror,
            ),
        ) from error
    if show and editor.features.show_document:
        params: dict[str, Any] = {"uri": uri, "takeFocus": True}
        with contextlib.suppress(ClientFault):
            await editor.client.request("window/showDocument", params, timeout_s=30)
    return uri


def _address(editor: EditorSession, page: str, text: str) -> str:
    if editor.features.text_document_content:
        return f"{SCHEME}:/{quote(page)}"
    return uri_of(_written(page.replace("/", "-"), text))


def _written(name: str, text: str) -> Path:
    from platformdirs import user_state_path

    folder = user_state_path("architect", appauthor=False) / "pages"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / name
    path.write_bytes(text.encode("utf-8", "replace"))
    path.chmod(0o600)
    oldest_first = sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime)
    for old in oldest_first[:-_KEPT_FILES]:
        old.unlink(missing_ok=True)
    return path
