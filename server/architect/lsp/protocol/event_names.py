"""Events by the names that a client knows."""

from typing import Any

from architect.domain.journal.event_json import RENAMED_EVENTS
from architect.lsp.protocol.client_features import ClientFeatures

_FORMER = {new: old for old, new in RENAMED_EVENTS.items()}


def as_known_to(client: ClientFeatures, event: dict[str, Any]) -> dict[str, Any]:
    """`event` as it is; by its former name for one of our plugins from before it was renamed."""
    if client.rich is None or client.rich.renamed or event["type"] not in _FORMER:
        return event
    return {**event, "type": _FORMER[event["type"]]}
