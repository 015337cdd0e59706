"""Model servers on this machine, found without anybody having named them."""

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from architect.adapters.models.loose_json import dict_of, dicts_of, texts_of
from architect.adapters.models.openai_compatible.endpoint import ollama_address

_LONGEST_WAIT_S = 0.3
"""On loopback nobody who is there takes longer to say so."""

_LONGEST_LIST_S = 3.0
_MOST_BYTES = 20_000_000
_MOST_ASKED = 8


def local_model(environ: Mapping[str, str]) -> str | None:
    """A model of a running Ollama or LM Studio that can call tools, the one in memory first.

    None if neither runs or has one; that takes a millisecond. The servers are those of OLLAMA_HOST
    and LM_STUDIO_API_BASE, or at their usual ports.
    """
    ollama = ollama_address(environ.get("OLLAMA_HOST") or "http://127.0.0.1:11434")
    if name := next(_of_ollama(ollama.rstrip("/").removesuffix("/v1")), None):
        return f"ollama/{name}"
    studio = environ.get("LM_STUDIO_API_BASE") or "http://127.0.0.1:1234"
    if name := next(_of_lm_studio(studio.rstrip("/").removesuffix("/v1")), None):
        return f"lm_studio/{name}"
    return None


def _of_ollama(root: str) -> Iterator[str]:
    installed = _names(_asked(root, "/api/tags"))
    if not installed:
        return
    loaded = _names(_asked(root, "/api/ps"))
    for name in [*loaded, *installed][:_MOST_ASKED]:
        if "tools" in texts_of(_asked(root, "/api/show", {"model": name}).get("capabilities")):
            yield name.removesuffix(":latest")


def _of_lm_studio(root: str) -> Iterator[str]:
    models = dicts_of(_asked(root, "/api/v0/models").get("data"))
    for model in sorted(models, key=lambda model: model.get("state") != "loaded"):
        if "tool_use" in texts_of(model.get("capabilities")):
            yield str(model.get("id"))


def _names(listed: Mapping[str, Any]) -> list[str]:
    return [str(model["name"]) for model in dicts_of(listed.get("models")) if "name" in model]


def _asked(root: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the server answers; empty if there is none or it is another one."""
    try:
        parts = urlsplit(root)
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        connection = kind(parts.hostname or "", parts.port, timeout=_LONGEST_WAIT_S)
        try:
            sent = None if body is None else json.dumps(body)
            connection.request("GET" if body is None else "POST", f"{parts.path}{path}", sent)
            return dict_of(json.loads(_read(connection.getresponse())))
        finally:
            connection.close()
    except (OSError, ValueError, RecursionError, http.client.HTTPException):
        return {}


def _read(response: http.client.HTTPResponse) -> bytes:
    """The answer of a server that may be another one than we think.

    Raises:
        OSError: it takes too long.
        ValueError: it is too long.
    """
    end_s = time.monotonic() + _LONGEST_LIST_S
    body = bytearray()
    while piece := response.read1(1 << 16):
        body += piece
        if time.monotonic() > end_s:
            raise TimeoutError
        if len(body) > _MOST_BYTES:
            raise ValueError("no list of models is as long")
    return bytes(body)
