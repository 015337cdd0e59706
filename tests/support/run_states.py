"""Watching runs and findings from the editor's side, as a client without our plugin does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from tests.support.lsp_client import EditorClient

T = TypeVar("T")

PATIENCE_S = 60.0
_PAUSE_S = 0.02


async def state_of(client: EditorClient, run_id: str) -> dict[str, Any]:
    return (await client.command("architect.runs", {"runId": run_id}))["runs"][0]


async def ended(client: EditorClient, run_id: str, timeout_s: float = 60) -> dict[str, Any]:
    """The `RunInfo` of a run that is done."""
    async with asyncio.timeout(timeout_s):
        while (info := await state_of(client, run_id))["state"] != "done":
            await asyncio.sleep(_PAUSE_S)
    return info


async def eventually(look: Callable[[], T], what: str, timeout_s: float = PATIENCE_S) -> T:
    """What `look` gives as soon as that is true.

    Raises:
        AssertionError: it never was.
    """
    try:
        async with asyncio.timeout(timeout_s):
            while not (found := look()):
                await asyncio.sleep(_PAUSE_S)
            return found
    except TimeoutError as error:
        raise AssertionError(f"waited {timeout_s:g} s for {what}") from error


async def answered(ask: Callable[[], Awaitable[T]], what: str, wanted: Callable[[T], bool]) -> T:
    """The first answer that is `wanted`, of as many as it takes.

    Raises:
        AssertionError: none was.
    """
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not wanted(found := await ask()):
                await asyncio.sleep(_PAUSE_S)
            return found
    except TimeoutError as error:
        raise AssertionError(f"waited {PATIENCE_S:g} s for {what}") from error


def shown(client: EditorClient, path: str) -> list[dict[str, Any]]:
    """The diagnostics of a document that were published last."""
    uri = client.uri(path)
    sent = client.of("textDocument/publishDiagnostics")
    of_document: list[list[dict[str, Any]]] = [
        each["diagnostics"] for each in sent if each["uri"] == uri
    ]
    return of_document[-1] if of_document else []


async def results_of(client: EditorClient, run_id: str) -> list[str]:
    """What the tools of a run told the model."""
    page = await client.command("architect.events", {"runId": run_id, "limit": 5000})
    return [event["text"] for event in page["events"] if event["type"] == "tool.finished"]
