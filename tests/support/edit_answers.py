"""Ways in which editors answer `workspace/applyEdit`, good and bad ones.

Each is made for a client and goes into its `answers["workspace/applyEdit"]`. The good one is
`applying`; its switches are the habits in which honest editors differ.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from tests.support.editor_text import edited
from tests.support.lsp_client import Answer, Buffer, EditorClient, Refusal

APPLIED = {"applied": True}


def applying(
    client: EditorClient,
    *,
    lies_about_stale: bool = False,
    truncates: bool = False,
    answers_first: bool = False,
    formatted: Callable[[str], str] = lambda text: text,
) -> Answer:
    """Carry the edit out, tell the change, then answer.

    Args:
        lies_about_stale: a stale version is dropped, and said to be applied (Neovim).
        truncates: CreateFile of a file that is there empties it, without `ignoreIfExists`.
        answers_first: the answer goes out before didChange does.
        formatted: what the editor makes of each text afterwards (format on save).
    """

    async def answer(params: Any) -> Any:
        edit = params["edit"]
        by_uri: dict[str, Any] = edit.get("changes") or {}
        steps: list[dict[str, Any]] = edit.get("documentChanges") or [
            {"textDocument": {"uri": uri, "version": None}, "edits": edits}
            for uri, edits in by_uri.items()
        ]
        if any(_is_stale(client, step) for step in steps):
            reason = {"applied": False, "failureReason": "the document changed"}
            return APPLIED if lies_about_stale else reason
        if answers_first:
            asyncio.get_running_loop().call_later(0.05, _carry_out, client, steps, formatted)
            return APPLIED
        _carry_out(client, steps, formatted, truncates=truncates)
        return APPLIED

    return answer


def claiming(_: EditorClient) -> Answer:
    """Says that it applied the edit, and drops it."""

    async def answer(params: Any) -> Any:
        return APPLIED

    return answer


def refusing(_: EditorClient, code: int = -32603) -> Answer:
    async def answer(params: Any) -> Any:
        raise Refusal(code, "the editor is out of order")

    return answer


def late(client: EditorClient, released: asyncio.Event) -> Answer:
    """Carries the edit out, but only when `released` is set."""
    honest = applying(client)

    async def answer(params: Any) -> Any:
        await released.wait()
        return await honest(params)

    return answer


def out_of_order(client: EditorClient) -> Answer:
    """Sends the hunks of an edit one by one, the last one first, each as a change of its own."""

    async def answer(params: Any) -> Any:
        for step in params["edit"]["documentChanges"]:
            buffer = _buffer(client, step["textDocument"]["uri"])
            for edit in reversed(step["edits"]):
                _change(client, buffer, [edit], lambda text: text)
        return APPLIED

    return answer


def _is_stale(client: EditorClient, step: dict[str, Any]) -> bool:
    if "kind" in step:
        return False
    version = step["textDocument"].get("version")
    buffer = client.buffers.get(step["textDocument"]["uri"])
    if version is None or buffer is None:
        return False
    if client.takes_newer_versions:
        return 0 < version < buffer.version
    return buffer.version != version


def _carry_out(
    client: EditorClient,
    steps: list[dict[str, Any]],
    formatted: Callable[[str], str],
    *,
    truncates: bool = False,
) -> None:
    for step in steps:
        match step.get("kind"):
            case None:
                buffer = _buffer(client, step["textDocument"]["uri"])
                _change(client, buffer, step["edits"], formatted)
            case "create":
                _create(client, step, truncates=truncates)
            case "rename":
                client.path_of(step["oldUri"]).rename(client.path_of(step["newUri"]))
                if step["oldUri"] in client.buffers:
                    text = client.text(step["oldUri"])
                    client.close(step["oldUri"])
                    client.open(step["newUri"], text)
            case "delete":
                client.path_of(step["uri"]).unlink()
                if step["uri"] in client.buffers:
                    client.close(step["uri"])
            case kind:
                raise Refusal(-32602, f"no resource operation is called {kind!r}")


def _buffer(client: EditorClient, uri: str) -> Buffer:
    """The open document; one that is not open gets opened, as editors do."""
    if uri not in client.buffers:
        path = client.path_of(uri)
        client.open(uri, path.read_bytes().decode("utf-8") if path.exists() else "")
    return client.buffers[uri]


def _change(
    client: EditorClient,
    buffer: Buffer,
    edits: list[dict[str, Any]],
    formatted: Callable[[str], str],
) -> None:
    buffer.text = edited(buffer.text, edits, client.encoding)
    # Insertions at one place come in their order, so the later one has to go in first.
    last_first = sorted(edits, key=_start)[::-1]
    changes = [{"range": edit["range"], "text": edit["newText"]} for edit in last_first]
    if edits:
        client.tell_change(buffer, changes)
    if formatted(buffer.text) != buffer.text:
        client.replace(buffer.uri, formatted(buffer.text))


def _start(edit: dict[str, Any]) -> tuple[int, int]:
    start = edit["range"]["start"]
    return start["line"], start["character"]


def _create(client: EditorClient, step: dict[str, Any], *, truncates: bool) -> None:
    path = client.path_of(step["uri"])
    options: dict[str, Any] = step.get("options") or {}
    if not path.exists() or options.get("overwrite"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    elif options.get("ignoreIfExists"):
        return
    elif truncates:
        path.write_bytes(b"")
        if step["uri"] in client.buffers:
            client.replace(step["uri"], "")
    else:
        raise Refusal(-32803, f"{step['uri']!r} exists")
