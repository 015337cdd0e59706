"""The page of the protocol: what each message between daemon and editor has in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from scripts.derived.pages.markdown import Node, code, kind_of, page, prose, table
from scripts.derived.protocol_schema import schema_of_the_protocol

from architect.domain.journal.events import SHOWN

_ABOUT = """\
What is in each message between `architect lsp` and an editor; [the protocol](../protocol.md)
explains them. The same as a JSON schema: [protocol.schema.json](../protocol.schema.json), and as
TypeScript: [generated.ts](../../client-vscode/src/protocol/generated.ts). Results and messages
may get more members."""


def protocol_page() -> str:
    """The file `docs/reference/protocol.md`."""
    schema = schema_of_the_protocol()
    return page("Messages of the protocol", _ABOUT, (
        "## Commands\n\nBy `workspace/executeCommand`, with one object as the argument.",
        *_exchanges(schema, "commands", "argument"),
        "## Requests of the server",
        *_exchanges(schema, "serverRequests", "params"),
        "## Notifications of the server",
        *_told(schema["serverNotifications"]),
        "## Notifications of the editor",
        *_told(schema["clientNotifications"]),
        "## Values",
        *_values(schema["definitions"]),
    ))  # fmt: skip


def _exchanges(schema: Node, kind: str, sent: str) -> Iterator[str]:
    for name, message in schema[kind].items():
        asked = schema["definitions"][message[sent]["$ref"].rpartition("/")[2]]
        words = prose(_without_name(name, asked.get("description", "")))
        members = _members(asked) or "Nothing is sent along."
        answer = f"Result: {kind_of(message['result'])}"
        yield "\n\n".join(part for part in (f"### {name}", words, members, answer) if part)


def _without_name(name: str, words: str) -> str:
    """What `words` say behind the name that they begin with."""
    rest = words.removeprefix(f"`{name}`").lstrip(".;: ")
    return rest[:1].upper() + rest[1:]


def _told(kinds: Mapping[str, Node]) -> Iterator[str]:
    for name, node in kinds.items():
        yield f"### {name}\n\nWith: {kind_of(node)}"


def _values(definitions: Mapping[str, Any]) -> Iterator[str]:
    events = {kind.__name__ for kind in SHOWN}
    sent_along = {name for name in definitions if name.endswith(("Args", "Params"))}
    for name, node in definitions.items():
        if name == "RunEvent":
            event = "An [event](events.md), its names in camelCase"
            yield f"### {name}\n\n{event}, or [RunState](#runstate)."
        elif name not in events | sent_along:
            words = prose(node.get("description", ""))
            content = _members(node) or ("" if node.get("type") == "object" else kind_of(node))
            yield "\n\n".join(part for part in (f"### {name}", words, content) if part)


def _members(node: Node) -> str:
    required = node.get("required", ())
    rows = (
        (code(name), kind_of(each), "" if name in required else "may be left out")
        for name, each in node.get("properties", {}).items()
    )
    return table(("member", "kind", ""), rows)
