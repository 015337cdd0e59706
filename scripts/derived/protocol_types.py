"""Everything that goes between the daemon and an editor with our plugin, as TypeScript."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from scripts.derived.protocol_numbers import WRITTEN, numbers_in_typescript
from scripts.derived.typescript import JSON_OBJECT, Declarations, map_of

from architect.domain.journal.events import SHOWN
from architect.lsp.handlers.commands.table import load_commands
from architect.lsp.protocol.client_features import RichFeatures, client_features
from architect.lsp.protocol.client_requests import (
    CLIENT_NOTIFICATIONS,
    SERVER_NOTIFICATIONS,
    SERVER_REQUESTS,
)
from architect.lsp.protocol.errors import FaultData
from architect.lsp.protocol.model_requests import CompleteFailure
from architect.lsp.protocol.results import RunState
from architect.lsp.protocol.shown_events import EVENT_HEADS
from architect.lsp.protocol.to_json import EventHead, camel

_HEAD = f"""\
// {WRITTEN}

/** Any JSON object. */
export type {JSON_OBJECT} = Readonly<Record<string, unknown>>;
"""


def protocol_types() -> str:
    """The module `client-vscode/src/protocol/generated.ts`."""
    declared = Declarations()
    maps = (
        _events(declared),
        map_of("Commands", "The commands by name.", _commands(declared)),
        map_of("ServerRequests", "What the server asks.", _requests(declared)),
        map_of(
            "ServerNotifications", "What the server tells.", _told(declared, SERVER_NOTIFICATIONS)
        ),
        map_of(
            "ClientNotifications", "What the client tells.", _told(declared, CLIENT_NOTIFICATIONS)
        ),
        _features(),
    )
    for data_of_an_error in (FaultData, CompleteFailure):
        declared.interface(data_of_an_error)
    return "\n".join((_HEAD, declared.text(), *maps, numbers_in_typescript()))


def _commands(declared: Declarations) -> Mapping[str, str]:
    return {
        name: _pair(declared, argument=command.arguments, result=command.result)
        for name, command in load_commands().items()
    }


def _pair(declared: Declarations, **kinds: Any) -> str:
    members = (f"readonly {name}: {declared.expression(kind)}" for name, kind in kinds.items())
    return f"{{ {'; '.join(members)} }}"


def _events(declared: Declarations) -> str:
    usual = declared.interface(EventHead)
    names = [declared.interface(RunState)]
    for kind in SHOWN:
        if hidden := get_type_hints(EventHead).keys() & {camel(each.name) for each in fields(kind)}:
            raise ValueError(f"{kind.__name__} has fields that every event has: {hidden}")
        head = EVENT_HEADS.get(kind)
        names.append(declared.interface(kind, head=declared.interface(head) if head else usual))
    members = "".join(f"\n  | {name}" for name in names)
    return f"/** `architect/event`, told apart by `type`. */\nexport type RunEvent ={members};\n"


def _requests(declared: Declarations) -> Mapping[str, str]:
    return {
        name: _pair(declared, params=params, result=result)
        for name, (params, result) in SERVER_REQUESTS.items()
    }


def _told(declared: Declarations, kinds: Mapping[str, Any]) -> Mapping[str, str]:
    return {name: declared.expression(kind) for name, kind in kinds.items()}


def _features() -> str:
    lines = "".join(
        f"  readonly {field.name}?: boolean;\n"
        for field in fields(RichFeatures)
        if _is_named(field.name)
    )
    return (
        "/** What a client may name in `initializationOptions.architect.features`. */\n"
        f"export interface ClientFeatures {{\n{lines}}}\n"
    )


def _is_named(field: str) -> bool:
    """Whether the server learns this about a client from its list of features."""

    def rich(features: Mapping[str, bool]) -> RichFeatures | None:
        options = {"architect": {"features": features}}
        return client_features({"initializationOptions": options}).rich

    return getattr(rich({field: True}), field) != getattr(rich({}), field)
