"""The conversation with the model, in no provider's format."""

from architect.domain.attached import KeptImage
from architect.domain.ids import CallId
from architect.domain.provider_items import ProviderItems
from architect.frozen import frozen


@frozen
class ToolCall:
    """A call the model asks for.

    `arguments` is the JSON text exactly as the model sent it, valid or not: only the engine decodes
    it, so that a malformed call is answered instead of being repaired by guesswork.
    """

    id: CallId
    name: str
    arguments: str


@frozen
class SystemMessage:
    text: str


@frozen
class UserMessage:
    """`images` are shown with the text; their contents are in the `ModelRequest`."""

    text: str
    images: tuple[KeptImage, ...] = ()


@frozen
class AssistantMessage:
    """`items` are what the provider of the reply wants back with it, besides text and calls."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    items: ProviderItems | None = None


@frozen
class ToolMessage:
    """The answer to the call `call_id`; every call gets exactly one."""

    call_id: CallId
    name: str
    text: str


Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage
