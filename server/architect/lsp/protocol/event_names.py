"""Events by the names that a client knows."""

from collections.abc import Sequence
from typing import Any

from architect.domain.journal.event_json import RENAMED_EVENTS, former_name_note
from architect.lsp.protocol.client_features import ClientFeatures

_FORMER = {new: old for old, new in RENAMED_EVENTS.items()}


def as_known_to(client: ClientFeatures, event: dict[str, Any]) -> dict[str, Any]:
    """`event` as it is; by its former name for one of our plugins from before it was renamed."""
    if client.rich is None or client.rich.renamed or event["type"] not in _FORMER:
        return event
    return {**event, "type": _FORMER[event["type"]]}


def former_name_notes(client: ClientFeatures) -> Sequence[str]:
    """Word of the events that `client` is given by their former names."""
    if client.rich is None or client.rich.renamed:
        return ()
    place = f"{client.name} {client.version}".strip() or "the editor's plugin"
    return [former_name_note(place, former) for former in RENAMED_EVENTS]
