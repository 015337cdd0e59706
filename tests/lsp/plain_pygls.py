"""A server on pygls as its documentation shows it, with the commands of the example daemon.

It is what tests/lsp/test_traps.py compares with.
"""

import asyncio
import logging
import os
import sys
from pathlib import Path
from typing import Any

from lsprotocol.types import METHOD_TO_TYPES
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

FOLDER = Path(sys.argv[1])
notes: list[str] = []
server = LanguageServer("plain", "1")


@server.command("echo")
def echo(argument: Any) -> Any:
    return argument


@server.command("with_default")
def with_default(argument: Any, other: Any = 1) -> Any:
    return [argument, other]


@server.command("wait")
async def wait(argument: Any) -> None:
    server.protocol.notify("example/waits", {})
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        notes.append("wait ended")


@server.command("cancel_self")
async def cancel_self(argument: Any) -> None:
    raise asyncio.CancelledError


@server.command("fail")
def fail(argument: Any) -> None:
    raise LookupError("an example of a bug")


@server.command("give_odd_value")
def give_odd_value(argument: Any) -> Any:
    return {"set": {1, 2}}


@server.command("ask")
async def ask(argument: Any) -> Any:
    method, timeout_s = argument["method"], argument.get("timeout_s", 20)
    shape = METHOD_TO_TYPES.get(method, (None, None, None))[2]
    params = default_converter().structure(argument, shape) if shape else argument
    try:
        async with asyncio.timeout(timeout_s):
            return {"answer": await server.protocol.send_request_async(method, params)}
    except TimeoutError:
        return {"fault": "ClientTimeoutError"}


@server.command("list_notes")
def list_notes(argument: Any) -> list[str]:
    return notes


@server.command("flood")
async def flood(argument: Any) -> Any:
    text = "x" * argument["bytes"]
    for number in range(argument["times"]):
        server.protocol.notify("example/flood", {"number": number, "text": text})
        await asyncio.sleep(0)
    if "tell" in argument:
        os.write(os.open(argument["tell"], os.O_WRONLY), b"done")
    return {}


@server.command("text_of")
def text_of(argument: Any) -> str:
    return server.workspace.get_text_document(argument["uri"]).source


@server.feature("example/echo")
def echo_params(params: Any) -> Any:
    return params


@server.feature("example/fail")
def fail_notice(params: Any) -> None:
    raise LookupError("an example of a bug")


if __name__ == "__main__":
    if "EXAMPLE_LOG" in os.environ:
        logging.basicConfig(level=logging.INFO)
    server.start_io()
