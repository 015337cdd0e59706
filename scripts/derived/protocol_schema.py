"""Everything that goes between the daemon and an editor with our plugin, as JSON schemas."""

import json
from collections.abc import Mapping
from typing import Any

from scripts.derived.json_schema import Definitions, Node

from architect.domain.journal.event_json import RENAMED_EVENTS
from architect.domain.journal.events import SHOWN
from architect.lsp.handlers.commands.table import load_commands
from architect.lsp.protocol.client_requests import (
    CLIENT_NOTIFICATIONS,
    SERVER_NOTIFICATIONS,
    SERVER_REQUESTS,
)
from architect.lsp.protocol.errors import FaultData
from architect.lsp.protocol.model_requests import CompleteFailure
from architect.lsp.protocol.results import RunState
from architect.lsp.protocol.shown_events import EVENT_HEADS
from architect.lsp.protocol.to_json import EventHead


def protocol_schema() -> str:
    """The file `docs/protocol.schema.json`."""
    return json.dumps(schema_of_the_protocol(), indent=2, ensure_ascii=False) + "\n"


def schema_of_the_protocol() -> Node:
    """The messages by their names, and the definitions that they refer to."""
    defined = Definitions()
    messages = {
        "commands": {
            name: {
                "argument": defined.reference(command.arguments),
                "result": defined.node(command.result),
            }
            for name, command in load_commands().items()
        },
        "serverRequests": {
            name: {"params": defined.reference(params), "result": defined.reference(result)}
            for name, (params, result) in SERVER_REQUESTS.items()
        },
        "serverNotifications": _told(defined, SERVER_NOTIFICATIONS),
        "clientNotifications": _told(defined, CLIENT_NOTIFICATIONS),
        "errorData": [defined.reference(kind) for kind in (FaultData, CompleteFailure)],
    }
    defined.nodes["RunEvent"] = _any_event(defined)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Protocol of architect lsp",
        "description": "docs/protocol.md explains it. Results and messages may get more members.",
        **messages,
        "definitions": {name: defined.nodes[name] for name in sorted(defined.nodes)},
    }


def _told(defined: Definitions, kinds: Mapping[str, Any]) -> Mapping[str, Node]:
    return {name: defined.node(kind) for name, kind in kinds.items()}


def _any_event(defined: Definitions) -> Node:
    of_runs = [defined.reference(kind, head=EVENT_HEADS.get(kind, EventHead)) for kind in SHOWN]
    for old, new in RENAMED_EVENTS.items():
        _allow_former_name(defined, old, new)
    return {
        "description": "Told apart by `type`.",
        "anyOf": [defined.reference(RunState), *of_runs],
    }


def _allow_former_name(defined: Definitions, old: str, new: str) -> None:
    """A plugin without the feature `renamed` is told events by their former names."""
    for node in defined.nodes.values():
        names = node.get("properties", {}).get("type", {}).get("enum", [])
        if new in names:
            names.append(old)
