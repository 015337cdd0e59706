"""What Ollama says of one of its models."""

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from architect.adapters.models.faults.provider_faults import in_brief
from architect.adapters.models.faults.transport import transport_fault
from architect.adapters.models.http.bounded import whole
from architect.adapters.models.http.exchanges import HttpClient, HttpError
from architect.adapters.models.loose_json import dict_of, dicts_of, texts_of
from architect.adapters.models.openai_compatible.client import open_client
from architect.domain.errors import ModelMissingError
from architect.frozen import frozen
from architect.l10n import english

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_BYTES = 50_000_000
"""A model with a long template and all its tensors takes 2 MB."""

_MOST_TOKENS = 1_000_000_000

_LONGEST_WAIT_S = 10.0
"""A server that reads a large model from a slow disk takes its time."""

USUAL_NUM_CTX = 32_768
"""What we ask for where nobody says otherwise: Ollama's own 4,096 on most machines cannot hold a
task, and the 64,000 that it recommends for coding do not fit beside a model in many a graphics
card (https://docs.ollama.com/context-length, November 2026)."""


@frozen
class OllamaFacts:
    """Windows are in tokens, None if unknown.

    `longest` is what the model was made for, `set_by_model` what its Modelfile asks for, `loaded`
    what it has in memory now. `capabilities` are words such as `tools` and `thinking`, None from a
    server too old to say them.
    """

    longest: int | None = None
    set_by_model: int | None = None
    loaded: int | None = None
    capabilities: frozenset[str] | None = None

    def num_ctx(self, wanted: int | None) -> int:
        """The window to ask for; `wanted` is the user's own figure.

        One that is loaded is kept, since a change makes the server load the model again.
        """
        usual = self.set_by_model or max(USUAL_NUM_CTX, self.loaded or 0)
        return min(wanted or usual, self.longest or USUAL_NUM_CTX)


async def ollama_facts(
    root: str, model: str, headers: "Mapping[str, str]", *, source: str
) -> OllamaFacts | None:
    """The facts of `model` at the server `root`; None if that does not speak Ollama's own API.

    https://github.com/ollama/ollama/blob/main/docs/api.md (`/api/show`, `/api/ps`). `source` names
    where the address came from, for messages.

    Raises:
        ModelMissingError: the server does not have the model.
        ModelFault: it cannot be reached.
    """
    client = await asyncio.to_thread(open_client, root, address_source=source)
    async with contextlib.aclosing(client):
        try:
            async with asyncio.timeout(_LONGEST_WAIT_S):
                (status, said), (_, running) = await asyncio.gather(
                    _asked(client, "POST", f"{root}/api/show", headers, {"model": model}),
                    _asked(client, "GET", f"{root}/api/ps", headers),
                )
        except (HttpError, TimeoutError) as error:
            raise transport_fault(
                error, api_base=root, address_source=source, answered=False, secret=None
            ) from error
    if status == 404 and "not found" in str(said.get("error", "")):
        raise ModelMissingError(
            english(
                "Ollama does not have the model {model!r} ({said}): run `ollama pull "
                "{model}`, or `ollama list` for those it has",
                model=model,
                said=in_brief(str(said["error"])),
            )
        )
    if not 200 <= status < 300 or "model_info" not in said:
        return None
    return OllamaFacts(
        longest=_longest(dict_of(said["model_info"])),
        set_by_model=_parameter(said.get("parameters")),
        loaded=_loaded(running, model),
        capabilities=frozenset(texts_of(said["capabilities"])) if "capabilities" in said else None,
    )


async def _asked(
    client: HttpClient,
    method: str,
    url: str,
    headers: "Mapping[str, str]",
    fields: dict[str, Any] | None = None,
) -> tuple[int, dict[str, Any]]:
    """The status of the answer, and the object that it is, empty if it is none."""
    content = b"" if fields is None else json.dumps(fields).encode()
    headers = {**headers, **({"Content-Type": "application/json"} if content else {})}
    async with client.stream(method, url, headers=headers, content=content) as response:
        what = english("what Ollama says of a model")
        body = await whole(response.pieces(), most_bytes=_MOST_BYTES, what=what)
    try:
        return response.status, dict_of(json.loads(body))
    except (ValueError, RecursionError):
        return response.status, {}


def _longest(info: dict[str, Any]) -> int | None:
    """Of `qwen3.context_length` and the like."""
    values = (value for key, value in info.items() if key.endswith(".context_length"))
    return next((value for value in values if isinstance(value, int) and _is_window(value)), None)


def _is_window(tokens: int) -> bool:
    return 0 < tokens < _MOST_TOKENS


def _parameter(text: object) -> int | None:
    """The `num_ctx` among the parameters of a Modelfile, one a line."""
    lines = text.split("\n") if isinstance(text, str) else []
    for words in map(str.split, lines):
        if words[:1] == ["num_ctx"] and words[-1].isdecimal() and len(words[-1]) < 10:
            return int(words[-1])
    return None


def _loaded(running: dict[str, Any], model: str) -> int | None:
    names = (model, f"{model}:latest")
    for entry in dicts_of(running.get("models")):
        length = entry.get("context_length")
        if entry.get("name") in names and isinstance(length, int) and _is_window(length):
            return length
    return None
