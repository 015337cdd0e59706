"""The page of the settings: every key with its kind, default and meaning."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scripts.derived.config_schema import config_schema
from scripts.derived.pages.markdown import Node, code, kind_of, page, prose, table

from architect.config.schema import Config

_ABOUT = """\
Every key of `config.yaml`, with its default; [configuration](../configuration.md) says where
such files are, and which of them goes before which. The same as a file to copy from:
[config.example.yaml](../../config.example.yaml), and for completion in editors:
[config.schema.json](../config.schema.json)."""

_MORE: Mapping[str, str] = {
    "llm": "[models](../models.md)",
    "agents": "[agents](../configuration.md#agents)",
    "context": "[what the model is told](../context.md)",
    "indexer": "[the map](../context.md#the-map)",
    "commands": "[how commands are classified](../commands.md)",
    "hooks": "[hooks](../hooks.md)",
    "guardrails": "[guardrails](../configuration.md#guardrails)",
    "memory": "[memory](../context.md#memory)",
    "evaluation": "[self-evaluation](../configuration.md#self-evaluation)",
    "auto_review": "[review of the changes](../configuration.md#review-of-the-changes)",
    "health": "[health of the code](../health.md)",
    "llm_cache": "[replies kept on this machine](../models.md#replies-kept-on-this-machine)",
    "lsp": "[language servers](../configuration.md#language-servers)",
    "mcp": "[MCP servers](../mcp.md)",
    "sessions": "[cleaning up](../sessions.md#cleaning-up)",
    "checkpoints": "[checkpoints](../sessions.md#checkpoints)",
    "ralph": "[loops](../workflows.md#loop)",
    "parallel": "[parallel tasks](../workflows.md#parallel)",
    "skills": "[skills](../context.md#skills)",
    "telemetry": "[telemetry](../telemetry.md)",
    "web": "[pages of the web](../configuration.md#pages-of-the-web)",
}
"""The page that explains a section."""


def configuration_page() -> str:
    """The file `docs/reference/configuration.md`."""
    schema = json.loads(config_schema())
    defaults = Config().model_dump(mode="json")
    sections = (_section(name, node, defaults[name]) for name, node in schema["properties"].items())
    values = (_value(name, node) for name, node in schema["definitions"].items())
    return page("Settings", _ABOUT, (*sections, "## Values", *values))


def _section(name: str, node: Node, defaults: Any) -> str:
    more = f"See {_MORE[name]}." if name in _MORE else ""
    keys = table(("key", "kind", "default", "meaning"), _keys(node, f"{name}.", defaults))
    if "patternProperties" in node:
        keys = f"Each name has: {' or '.join(map(kind_of, node['patternProperties'].values()))}."
    words = f"{prose(node['description'])} {more}".strip()
    return "\n\n".join(part for part in (f"## {name}", words, keys) if part)


def _value(name: str, node: Node) -> str:
    keys = table(("key", "kind", "default", "meaning"), _keys(node, "", {}))
    return f"### {name}\n\n{keys or kind_of(node)}"


def _keys(
    node: Node, prefix: str, defaults: Mapping[str, Any]
) -> Iterator[tuple[str, str, str, str]]:
    required = node.get("required", ())
    for name, each in node.get("properties", {}).items():
        value = defaults.get(name, each.get("default"))
        default = "required" if name in required else code(_written(value))
        yield code(prefix + name), kind_of(each), default, prose(each.get("description", ""))


def _written(value: object) -> str:
    plain = isinstance(value, str) and value
    return plain or json.dumps(value, ensure_ascii=False)
