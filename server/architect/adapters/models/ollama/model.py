"""A model of Ollama, with as much context as it needs."""

from collections.abc import Callable, Mapping

from architect.adapters.models.chat.dialect import ChatDialect
from architect.adapters.models.ollama.chat_format import OllamaChat
from architect.adapters.models.ollama.facts import OllamaFacts, ollama_facts
from architect.adapters.models.openai_compatible.endpoint import Endpoint
from architect.adapters.models.openai_compatible.wire_format import WireFormat
from architect.domain.errors import ImagesNotTakenError, RequestRejectedError
from architect.domain.model_exchange import ModelReply, ModelRequest, WarningNotice, WindowNotice
from architect.l10n import english
from architect.ports.model import Model, ProgressListener

OpenAs = Callable[[WireFormat | None], Model]
"""The model as it is spoken to in a format at the server's root; in the OpenAI format for None."""


class OllamaModel:
    """A model of the server at `endpoint`, which is asked about it before the first request.

    `wanted` is the context window that the user set, in tokens; `assume_tools` says that the model
    calls tools whatever the server says of it. A server that answers at that
    address without being Ollama gets the OpenAI format, with a warning.
    """

    def __init__(
        self,
        name: str,
        endpoint: Endpoint,
        open_as: OpenAs,
        *,
        headers: Mapping[str, str],
        wanted: int | None,
        assume_tools: bool = False,
        address_source: str,
    ) -> None:
        self._name = name
        self._wire_name = endpoint.wire_name
        self._open_as = open_as
        self._root = endpoint.root
        self._dialect = ChatDialect(origin=f"ollama {endpoint.root} {endpoint.wire_name}")
        self._headers = headers
        self._wanted = wanted
        self._assume_tools = assume_tools
        self._address_source = address_source
        self._facts: OllamaFacts | None = None
        self._model: Model | None = None

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        model = self._model or await self._opened(on_progress)
        can = self._facts.capabilities if self._facts else None
        is_able = self._assume_tools or can is None or "tools" in can
        if request.tools and not is_able:
            raise RequestRejectedError(
                english(
                    "the model {model!r} cannot call tools, which an agent needs; choose one "
                    "of https://ollama.com/search?c=tools, such as ollama/qwen3",
                    model=self._wire_name,
                )
            )
        if request.images and can is not None and "vision" not in can:
            raise ImagesNotTakenError(f"ollama/{self._wire_name}")
        return await model.complete(request, on_progress)

    async def aclose(self) -> None:
        if self._model is not None:
            await self._model.aclose()

    async def _opened(self, on_progress: ProgressListener) -> Model:
        self._facts = await ollama_facts(
            self._root, self._wire_name, self._headers, source=self._address_source
        )
        if self._facts is None:
            on_progress(WarningNotice(_cannot_be_set(self._root)))
            self._model = self._open_as(None)
            return self._model
        num_ctx = self._facts.num_ctx(self._wanted)
        on_progress(WindowNotice(num_ctx))
        self._model = self._open_as(OllamaChat(self._wire_name, self._dialect, num_ctx=num_ctx))
        return self._model


def _cannot_be_set(root: str) -> str:
    return english(
        "{root} does not speak Ollama's own API, so its context window cannot be set "
        "and it may cut long prompts: start the server with "
        "OLLAMA_CONTEXT_LENGTH=32768 or more, and set context.max_context_tokens to "
        "the same",
        root=root,
    )
