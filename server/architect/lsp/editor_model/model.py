"""A language model of the editor as a model of ours: no key is needed."""

from dataclasses import replace
from typing import Any

from architect.adapters.models.reply_deadline import ReplyDeadline
from architect.domain.errors import ContextOverflowError, ModelTimeoutError, RequestRejectedError
from architect.domain.model_exchange import ModelReply, ModelRequest, TextDelta
from architect.domain.model_names import EDITOR, editor_model_id
from architect.jsonrpc.client import (
    Client,
    ClientFault,
    ClientGoneError,
    ClientRefusedError,
    ClientTimeoutError,
)
from architect.l10n import english
from architect.lsp.editor_model.deltas import Listener, StreamDeltas
from architect.lsp.editor_model.errors import fault_of, is_no_model, no_such_model
from architect.lsp.editor_model.messages import complete_params, estimated_tokens, reply_of
from architect.lsp.protocol.model_requests import EditorModel
from architect.lsp.protocol.to_json import as_list, as_object
from architect.ports.model import ProgressListener

CONSENT_S = 600.0
"""How long a user may think about letting us use a model, as about any other question."""

_LISTING_S = 10.0
_LONGEST_S = 24 * 3600.0
"""Of a request to the editor; silence ends it long before."""


class EditorLanguageModel:
    """`name` is `vscode`, or `vscode/` with an id or family.

    `timeout_s` and `idle_s` are those of `ReplyDeadline`, without the time that the user is asked
    whether we may use the model.
    """

    def __init__(
        self,
        name: str,
        client: Client,
        deltas: StreamDeltas,
        *,
        timeout_s: float,
        idle_s: float,
        stream: bool,
    ) -> None:
        self._name = name
        self._wanted = editor_model_id(name) or ""
        self._client = client
        self._deltas = deltas
        self._timeout_s = timeout_s
        self._idle_s = idle_s if stream else None
        self._stream = stream
        self._known: list[EditorModel] | None = None
        self._answering = ""
        """The id of the model that gave the last reply."""

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        def show(text: str) -> None:
            deadline.heard()
            if self._stream and text:
                on_progress(TextDelta(text))

        def asks_the_user() -> None:
            deadline.pause(CONSENT_S)

        deadline = ReplyDeadline(
            "the editor's model", timeout_s=self._timeout_s, idle_s=self._idle_s
        )
        with self._deltas.request(Listener(show, asks_the_user)) as request_id:
            params = complete_params(request, request_id, self._wanted)
            await self._check_length(estimated_tokens(params))
            answer = await self._asked(params, deadline)
        self._answering = str(as_object(answer).get("model") or "")
        answering = f"{EDITOR}/{self._answering}" if self._answering else self._name
        return replace(reply_of(answer), model=answering)

    async def aclose(self) -> None:
        """There is nothing to let go of."""

    async def _asked(self, params: Any, deadline: ReplyDeadline) -> Any:
        try:
            async with deadline.enforced():
                return await self._client.request(
                    "architect/llm/complete", params, timeout_s=_LONGEST_S
                )
        except ClientTimeoutError as late:
            raise ModelTimeoutError(
                english("the editor's model is never done: {late}", late=late)
            ) from late
        except ClientGoneError as gone:
            raise RequestRejectedError(
                english("the editor's model cannot be asked: {gone}", gone=gone)
            ) from gone
        except ClientRefusedError as refusal:
            if is_no_model(refusal):
                raise no_such_model(self._name, await self._listed()) from refusal
            raise fault_of(refusal, self._name) from refusal

    async def _check_length(self, tokens: int) -> None:
        """Raises ContextOverflowError if the model is known to take less than `tokens`."""
        if self._known is None:
            self._known = await self._listed()
        meant = self._answering or self._wanted
        limits = [
            model["maxInputTokens"]
            for model in self._known
            if meant and meant in (model["id"], model["family"])
        ]
        longest = max(limits, default=tokens)
        if tokens > longest:
            raise ContextOverflowError(
                english(
                    "the request is about {tokens} tokens long, and {name!r} takes {longest}",
                    tokens=tokens,
                    name=self._name,
                    longest=longest,
                ),
                window_tokens=longest,
            )

    async def _listed(self) -> list[EditorModel]:
        """The editor's models; none if it does not tell."""
        try:
            answer = await self._client.request("architect/llm/models", {}, timeout_s=_LISTING_S)
        except ClientFault:
            return []
        models = as_list(as_object(answer).get("models"))
        return [model for each in models if (model := _model(each)) is not None]


def _model(value: Any) -> EditorModel | None:
    """One entry of the list, if it makes sense."""
    match value:
        case {"id": str(id_), "family": str(family), "maxInputTokens": int(limit)} if limit > 0:
            vendor, name = (str(value.get(key, "")) for key in ("vendor", "name"))
            return {
                "id": id_,
                "vendor": vendor,
                "family": family,
                "name": name,
                "maxInputTokens": limit,
            }
        case _:
            return None
