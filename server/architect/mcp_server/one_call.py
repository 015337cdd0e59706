"""A run in which a client makes the one call, instead of a model."""

import json
from collections.abc import Mapping
from typing import Any

from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.config.schema import Config
from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.events import Record
from architect.domain.messages import ToolCall, ToolMessage
from architect.domain.model_exchange import FinishReason, ModelReply, ModelRequest
from architect.domain.prices import FREE, PriceList
from architect.domain.usage import Usage
from architect.ports.host import Host
from architect.ports.model import Model, ProgressListener

NO_MODEL = "none"
"""What such a run has as the name of its model."""


class OneCall:
    """A `Model` that calls `tool` once, and ends with what that came to."""

    name = NO_MODEL

    def __init__(self, tool: str, arguments: Mapping[str, Any]) -> None:
        self._call = ToolCall(CallId("call_1"), tool, json.dumps(arguments))
        self._is_made = False

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        if self._is_made:
            results = (each.text for each in request.messages if isinstance(each, ToolMessage))
            return ModelReply("\n".join(results) or "Done.", usage=Usage())
        self._is_made = True
        return ModelReply("", (self._call,), FinishReason.TOOL_CALLS, Usage())

    async def aclose(self) -> None:
        """There is nothing to let go of."""


class OneCallParts(ConfiguredParts):
    """The parts of a run in which `model` is what makes calls."""

    def __init__(self, config: Config, host: Host, credentials: Credentials, model: Model) -> None:
        super().__init__(config, host, credentials)
        self._one_call = model

    def model(self) -> Model:
        return self._one_call

    def prices(self) -> PriceList:
        return PriceList({NO_MODEL: FREE})


class LastResult:
    """A sink that keeps the result of the last call."""

    def __init__(self) -> None:
        self.finished: ToolFinished | None = None

    def show(self, record: Record) -> None:
        if isinstance(record.event, ToolFinished):
            self.finished = record.event
