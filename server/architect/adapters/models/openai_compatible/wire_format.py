"""What a way of speaking to a model leaves to its format; the rest is transport."""

from collections.abc import Mapping
from typing import Any, Protocol

from architect.adapters.models.request_options import RequestOptions
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.ports.model import ProgressListener


class Assembler(Protocol):
    """Takes the JSON objects of one reply, each an event of a stream or the whole of it."""

    def feed(self, fields: Mapping[str, Any], /) -> None: ...

    def reply(self, *, ended: bool) -> ModelReply:
        """The reply; `ended` says that the provider marked the end of the stream.

        Raises:
            StreamCutError: the stream stopped before its end.
            GarbledReplyError: the provider sent nothing that is a reply.
        """
        ...


class WireFormat(Protocol):
    """How requests and replies are written; what is sent goes to `path` below the address."""

    @property
    def path(self) -> str: ...

    def body(self, request: ModelRequest, *, stream: bool) -> dict[str, Any]: ...

    def wishes(self, options: RequestOptions) -> Mapping[str, Any]:
        """What `options` want, as members of a body; its own `extra_body` is not among them."""
        ...

    def assembler(self, on_progress: ProgressListener) -> Assembler:
        """For one reply, whose text goes to `on_progress` as it comes."""
        ...

    @property
    def holds_for_all(self) -> bool:
        """Whether what was learned from refusals holds for other conversations, too."""
        ...

    def after_refusal(self, message: str) -> "WireFormat | None":
        """The format to try instead once a server has refused a request with these words."""
        ...

    def error_in(self, fields: Mapping[str, Any]) -> object:
        """The error that a piece of a reply stands for, an object or a text; falsy if none."""
        ...

    def thinks(self, fields: Mapping[str, Any]) -> bool:
        """Whether nothing may follow this piece for long, since the model thinks out of sight."""
        ...

    def is_last(self, fields: Mapping[str, Any]) -> bool:
        """Whether this piece of a stream says that it is the last, as `[DONE]` always does."""
        ...
