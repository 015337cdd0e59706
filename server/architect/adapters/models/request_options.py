"""What the user wants said with every request, in no format of its own."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from architect.frozen import frozen


@frozen
class RequestOptions:
    """None leaves it to the provider; `max_output_tokens` counts reasoning, too.

    `reasoning_effort` is in the words of the provider.
    `extra_headers` and `extra_body` go out as they are, and go before what we would say.
    """

    max_output_tokens: int | None = None
    temperature: float | None = None
    extra_headers: Mapping[str, str] = field(default_factory=dict[str, str])
    extra_body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reasoning_effort: str | None = None

    @property
    def sampling(self) -> dict[str, Any]:
        return {} if self.temperature is None else {"temperature": self.temperature}

    def reply_limit(self, name: str) -> dict[str, Any]:
        """The limit of a reply as the parameter `name`; nothing if there is none."""
        return {} if self.max_output_tokens is None else {name: self.max_output_tokens}


NO_OPTIONS = RequestOptions()
