"""Asking the editor for an edit, and what it says."""

import asyncio
from collections.abc import Sequence
from typing import Any

from architect.domain.text.positions import Position
from architect.domain.text.text_changes import TextChange
from architect.frozen import frozen
from architect.jsonrpc.client import Client, ClientGoneError, ClientRefusedError, ClientTimeoutError
from architect.l10n import english
from architect.lsp.documents.document_store import OpenDocument
from architect.lsp.documents.edit_shape import version_there
from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.documents.edit_watch import EditWatch
from architect.lsp.protocol.client_features import ClientFeatures

APPLY_EDIT = "workspace/applyEdit"


@frozen
class EditReply:
    """What the editor said, in words for a message.

    `is_final` says that asking again is no use: it has not answered, so that it may still do it, or
    it is gone.
    """

    words: str
    is_final: bool = False


def text_edit(
    edits: Sequence[tuple[OpenDocument, Sequence[TextChange]]], features: ClientFeatures
) -> dict[str, Any]:
    """A `WorkspaceEdit` of documents, for their very versions where the editor takes versions."""
    if not features.document_changes:
        return {"changes": {document.uri: _edits(changes) for document, changes in edits}}
    return {
        "documentChanges": [
            {
                "textDocument": {
                    "uri": document.uri,
                    "version": version_there(document, features),
                },
                "edits": _edits(changes),
            }
            for document, changes in edits
        ]
    }


def _edits(changes: Sequence[TextChange]) -> list[dict[str, Any]]:
    return [
        {
            "range": {"start": _position(change.range.start), "end": _position(change.range.end)},
            "newText": change.text,
        }
        for change in changes
    ]


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "character": position.character}


async def request_edit(
    client: Client,
    label: str,
    edit: dict[str, Any],
    *,
    watches: Sequence[EditWatch],
    timeouts: EditTimeouts,
) -> EditReply:
    """Ask for `edit`, and wait for the answer and for what `watches` want, whichever comes first.

    The other one is given a little time then: most editors answer before they tell the change, some
    after it, and some never.
    """
    request = asyncio.ensure_future(_asked(client, label, edit, timeout_s=timeouts.reply_s))
    settled = asyncio.ensure_future(_settled(watches))
    try:
        await asyncio.wait((request, settled), return_when=asyncio.FIRST_COMPLETED)
        if not request.done():
            await asyncio.wait((request,), timeout=timeouts.seen_s)
            return (
                request.result() if request.done() else EditReply(english("it has not responded"))
            )
        reply = request.result()
        if not reply.is_final:
            settling = (each.settle(timeouts.seen_s, calm_s=timeouts.calm_s) for each in watches)
            await asyncio.gather(*settling)
        return reply
    finally:
        request.cancel()
        settled.cancel()
        await asyncio.gather(request, settled, return_exceptions=True)


async def _settled(watches: Sequence[EditWatch]) -> None:
    for watch in watches:
        await watch.settled.wait()


async def _asked(
    client: Client, label: str, edit: dict[str, Any], *, timeout_s: float
) -> EditReply:
    try:
        answer = await client.request(
            APPLY_EDIT, {"label": label, "edit": edit}, timeout_s=timeout_s
        )
    except ClientTimeoutError:
        return EditReply(
            english("it did not respond within {timeout_s:g} s", timeout_s=timeout_s), is_final=True
        )
    except ClientGoneError:
        return EditReply(english("the connection to it was lost"), is_final=True)
    except ClientRefusedError as error:
        return EditReply(english("it responded with an error: {error}", error=error))
    match answer:
        case {"applied": True}:
            return EditReply(english("it reported success"))
        case {"applied": False, "failureReason": str(reason)} if reason:
            return EditReply(english("it refused: {reason}", reason=reason))
        case {"applied": False}:
            return EditReply(english("it refused without a reason"))
        case _:
            return EditReply(english("its response did not say whether the edit was applied"))
