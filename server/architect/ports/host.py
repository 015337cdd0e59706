"""What a face hands to the engine."""

from dataclasses import dataclass

from architect.ports.approver import Approver
from architect.ports.event_sink import EventSink
from architect.ports.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Host:
    """Where files are, who is asked, and who watches."""

    workspace: Workspace
    approver: Approver
    sinks: tuple[EventSink, ...] = ()
