"""The JSON schema of config.yaml, for editors: what may be written, what it means, the defaults.

It is a draft 7, which is what editors know best. The words come from `config.example.yaml`, the
rest from the models; what only they can check, such as regular expressions, is not in it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from architect.checked.json_schema import json_schema
from architect.config.schema import Config

_EXAMPLE = Path(__file__).parents[2] / "config.example.yaml"
_KEY = re.compile(r"( *)([a-z_]+):")
_DEFINITIONS = "#/$defs/"

Node = dict[str, Any]


def config_schema() -> str:
    """The file `docs/config.schema.json`."""
    made = json_schema(Config)
    definitions = {name: _bare(node) for name, node in made["$defs"].items()}
    whole = _bare(made)
    words = dict(_words(_EXAMPLE.read_bytes().decode()))
    schema: Node = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Configuration of architect",
        "description": "docs/configuration.md says where such files are looked for.",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            key: _section(key, node, definitions, words)
            for key, node in whole["properties"].items()
        },
    }
    agent = definitions["AgentSettings"]["properties"]
    agent |= {key: _explained(node, words[f"agents.{key}"]) for key, node in agent.items()}
    schema["properties"]["schema_version"]["const"] = Config().schema_version
    schema["definitions"] = {name: definitions[name] for name in sorted(_used(schema, definitions))}
    text = json.dumps(schema, indent=2, ensure_ascii=False)
    return text.replace(_DEFINITIONS, "#/definitions/") + "\n"


def _section(
    key: str, node: Node, definitions: Mapping[str, Node], words: Mapping[str, str]
) -> Node:
    """A key of the first level; a section is written out in place, to have words of its own."""
    if "$ref" in node:
        node = definitions[node["$ref"].removeprefix(_DEFINITIONS)]
        properties = {
            name: _explained(each, words[f"{key}.{name}"])
            for name, each in node["properties"].items()
        }
        return _explained(node | {"properties": properties}, words[key])
    if "patternProperties" in node:
        node = node | {"additionalProperties": False}
    return _explained(node, words[key])


def _explained(node: Node, description: str) -> Node:
    return {"description": description} | node


def _bare(node: Node) -> Node:
    """Without what pydantic makes up, and without descriptions that are docstrings."""
    kept = {key: value for key, value in node.items() if key != "description" or "type" not in node}
    return cast(Node, without_titles(kept))


def without_titles(value: Any) -> Any:
    """A schema without the titles and formats that pydantic makes up."""
    match value:
        case dict():
            fields = cast(Node, value)
            return {
                key: without_titles(item)
                for key, item in fields.items()
                if not (key in ("title", "format") and isinstance(item, str))
            }
        case list():
            return [without_titles(item) for item in cast(list[Any], value)]
        case _:
            return value


def _used(node: object, definitions: Mapping[str, Node]) -> set[str]:
    """The names of the definitions that `node` refers to, and those that they refer to."""
    names = {
        match[1] for match in re.finditer(rf'"{re.escape(_DEFINITIONS)}(\w+)"', json.dumps(node))
    }
    return names.union(*(_used(definitions[name], definitions) for name in names))


def _words(example: str) -> Iterator[tuple[str, str]]:
    """Each dotted key of the example with the comment above it.

    The agent that is commented out stands for all of them.
    """
    text = re.sub(r"(?m)^#(  )", r"\1", example)
    comment: list[str] = []
    section = ""
    for line in text.split("\n"):
        if line.lstrip().startswith("# "):
            comment.append(line.strip().removeprefix("# "))
            continue
        if match := _KEY.match(line):
            if not match[1]:
                section = match[2]
            yield (match[2] if not match[1] else f"{section}.{match[2]}"), " ".join(comment)
        comment = []
