"""What is shown while it arrives: the reply of the model and the output of commands."""

from collections.abc import Iterator

from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolFinished, ToolOutput
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import (
    ModelDelta,
    ModelReasoning,
    ModelReplied,
    ModelRequested,
    ModelRetried,
    ModelSwitched,
    Purpose,
)
from architect.domain.journal.run_events import RunFinished
from architect.domain.shell import Stream
from architect.policy.secrets.redactor import Redactor
from architect.policy.secrets.stream import StreamRedactor


class LiveTexts:
    """Holds back the end of each text until no key can be cut in it."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._reply = StreamRedactor(redactor)
        self._reasoning = StreamRedactor(redactor)
        self._purpose: Purpose = "step"
        self._outputs: dict[tuple[CallId, Stream], StreamRedactor] = {}

    def push(self, event: ModelDelta | ModelReasoning | ToolOutput) -> Iterator[Event]:
        """What may be shown now that `event` has come."""
        match event:
            case ModelReasoning():
                self._purpose = event.purpose
                if text := self._reasoning.push(event.text):
                    yield ModelReasoning(text=text, purpose=self._purpose)
            case ModelDelta():
                yield from self._rest_of_reasoning()
                self._purpose = event.purpose
                if text := self._reply.push(event.text):
                    yield ModelDelta(text=text, purpose=self._purpose)
            case ToolOutput():
                key = event.call_id, event.stream
                if key not in self._outputs:
                    self._outputs[key] = StreamRedactor(self._redactor)
                if text := self._outputs[key].push(event.text):
                    yield ToolOutput(call_id=event.call_id, stream=event.stream, text=text)

    def rest_before(self, event: Event) -> Iterator[Event]:
        """What is still to be shown of the texts that end where `event` stands."""
        match event:
            case (
                ModelReplied() | ModelRetried() | ModelSwitched() | ModelRequested() | RunFinished()
            ):
                yield from self._rest_of_reasoning()
                if text := self._reply.flush():
                    yield ModelDelta(text=text, purpose=self._purpose)
            case ToolFinished():
                yield from self._rest_of(event.call_id)
            case _:
                pass

    def _rest_of_reasoning(self) -> Iterator[Event]:
        if text := self._reasoning.flush():
            yield ModelReasoning(text=text, purpose=self._purpose)

    def _rest_of(self, call_id: CallId) -> Iterator[Event]:
        for key in [key for key in self._outputs if key[0] == call_id]:
            if text := self._outputs.pop(key).flush():
                yield ToolOutput(call_id=call_id, stream=key[1], text=text)
