"""What one run of an agent is driven with."""

from dataclasses import dataclass

from architect.agent.context import ContextManager
from architect.agent.cost_tracker import CostTracker
from architect.domain.completion import ToolSchema
from architect.domain.events import Event
from architect.domain.state import AgentState
from architect.execution.engine import ExecutionEngine
from architect.execution.event_recorder import EventRecorder
from architect.execution.gate_runner import GateRunner
from architect.execution.stop_signal import StopSignal
from architect.ports.clock import Clock
from architect.ports.hooks import RunHooks
from architect.ports.journal import Journal
from architect.ports.model import Model


@dataclass(frozen=True, slots=True)
class AgentParts:
    """The parts the loop and its turns share; the state of the run is the recorder's."""

    model: Model
    tools: tuple[ToolSchema, ...]
    engine: ExecutionEngine
    recorder: EventRecorder
    journal: Journal
    clock: Clock
    stop: StopSignal
    context: ContextManager
    costs: CostTracker
    gates: GateRunner
    hooks: RunHooks

    @property
    def state(self) -> AgentState:
        return self.recorder.state

    def emit(self, event: Event) -> None:
        self.recorder.emit(event)
