"""Everything that goes between the daemon and an editor with our plugin, as TypeScript."""

import inspect
import re
from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from scripts.derived.typescript import JSON_OBJECT, Declarations, map_of

from architect.domain.events import Event
from architect.lsp.commands.table import COMMANDS
from architect.lsp.editor_messages import (
    CompleteAnswer,
    CompleteDelta,
    CompleteFailure,
    CompleteParams,
    ConfirmAnswer,
    ConfirmParams,
    ConfirmResolved,
    EditorModels,
    HunksChanged,
    NoParams,
    SaveAnswer,
    SaveParams,
)
from architect.lsp.messages import Message
from architect.lsp.results import RunState
from architect.lsp.transport.client_features import RichFeatures, client_features
from architect.lsp.transport.faults import FaultData
from architect.lsp.transport.offer import OFFER
from architect.lsp.wire import EventHead, camel

_REQUESTS: Mapping[str, tuple[Any, Any]] = {
    "architect/confirm": (ConfirmParams, ConfirmAnswer),
    "architect/save": (SaveParams, SaveAnswer),
    "architect/llm/complete": (CompleteParams, CompleteAnswer),
    "architect/llm/models": (NoParams, EditorModels),
}
_EVENT = "architect/event"
_TOLD: Mapping[str, Any] = {
    "architect/confirm/resolved": ConfirmResolved,
    "architect/hunks/changed": HunksChanged,
}
_TAKEN: Mapping[str, Any] = {"architect/llm/delta": CompleteDelta}

_HEAD = f"""\
// Written by `make protocol` out of the server's own definitions; every change here is lost.

/** Any JSON object. */
export type {JSON_OBJECT} = Readonly<Record<string, unknown>>;
"""


def protocol_types() -> str:
    """The module `client-vscode/src/protocol/generated.ts`.

    Raises:
        ValueError: the server offers something whose types are not known here.
    """
    _expect(_REQUESTS, OFFER.requests)
    _expect((_EVENT, *_TOLD, *_TAKEN), OFFER.notifications)
    _expect(COMMANDS, OFFER.commands)
    declared = Declarations()
    maps = (
        _events(declared),
        map_of("Commands", "The commands by name.", _commands(declared)),
        map_of("ServerRequests", "What the server asks.", _requests(declared)),
        map_of("ServerNotifications", "What the server tells.", _told(declared)),
        map_of("ClientNotifications", "What the client tells.", _taken(declared)),
        _features(),
    )
    for data_of_an_error in (FaultData, CompleteFailure):
        declared.interface(data_of_an_error)
    return "\n".join((_HEAD, declared.text(), *maps))


def argument_of(name: str) -> type[Message]:
    """The model by which a command parses its argument."""
    command = COMMANDS[name]
    match = re.search(r"parsed\((\w+), argument\)", inspect.getsource(command))
    if match is None:
        raise ValueError(f"{name!r} has no `parsed(SomeArgs, argument)` to learn its argument from")
    return vars(inspect.getmodule(command))[match[1]]


def _expect(known: Collection[str], offered: Collection[str]) -> None:
    if set(known) != set(offered):
        odd = ", ".join(sorted(set(known) ^ set(offered)))
        raise ValueError(f"scripts/derived/protocol_types.py and the server differ in {odd}")


def _commands(declared: Declarations) -> Mapping[str, str]:
    return {
        name: _pair(declared, argument=argument_of(name), result=get_type_hints(command)["return"])
        for name, command in COMMANDS.items()
    }


def _pair(declared: Declarations, **kinds: Any) -> str:
    members = (f"readonly {name}: {declared.expression(kind)}" for name, kind in kinds.items())
    return f"{{ {'; '.join(members)} }}"


def _events(declared: Declarations) -> str:
    head = declared.interface(EventHead)
    names = [declared.interface(RunState)]
    for kind in get_args(Event):
        if hidden := get_type_hints(EventHead).keys() & {camel(each.name) for each in fields(kind)}:
            raise ValueError(f"{kind.__name__} has fields that every event has: {hidden}")
        names.append(declared.interface(kind, head=head))
    members = "".join(f"\n  | {name}" for name in names)
    return f"/** `{_EVENT}`, told apart by `type`. */\nexport type RunEvent ={members};\n"


def _requests(declared: Declarations) -> Mapping[str, str]:
    return {
        name: _pair(declared, params=params, result=result)
        for name, (params, result) in _REQUESTS.items()
    }


def _told(declared: Declarations) -> Mapping[str, str]:
    others = {name: declared.expression(kind) for name, kind in _TOLD.items()}
    return {_EVENT: "RunEvent", **others}


def _taken(declared: Declarations) -> Mapping[str, str]:
    return {name: declared.expression(kind) for name, kind in _TAKEN.items()}


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
