"""What counts of the configuration of a project that nobody has trusted."""

from collections.abc import Iterator, Mapping
from typing import Any

from architect.config.agents import NEW_AGENT, AgentSettings
from architect.config.layer import Layer, is_mapping, merged
from architect.config.schema import Config
from architect.config.trust_table import RULES, Rule, never
from architect.frozen import frozen

Path = tuple[str, ...]


@frozen
class Tightened:
    """The part of a layer that counts, and where what does not count stands."""

    layer: Layer
    ignored: tuple[str, ...]
    """`.architect.yaml:3: llm.api_base`, in the order of the file."""


def tightened(
    layer: Layer, below: Mapping[str, Any], agents: Mapping[str, AgentSettings]
) -> Tightened:
    """`layer`, which is valid, without what it would loosen in the defaults and `below`.

    `agents` are those that exist without configuration; what is made for an agent that neither they
    nor `below` know does not count.
    """
    there = _over_defaults(below, agents)
    ignored: list[Path] = []
    values = _counting(layer.values, there, (), ignored)
    lines = sorted(ignored, key=lambda path: layer.line(path) or 0)
    told = tuple(f"{layer.place(path)}: {'.'.join(path)}" for path in lines)
    return Tightened(Layer(layer.name, values, layer.lines), told)


def _over_defaults(below: Mapping[str, Any], agents: Mapping[str, AgentSettings]) -> dict[str, Any]:
    """What holds without the project: plain values, as a file has them."""
    values = merged([Layer("", Config().model_dump(mode="json")), Layer("", below)])
    known = {name: settings.model_dump(mode="json") for name, settings in agents.items()}
    for name, settings in values["agents"].items():
        given = {key: value for key, value in settings.items() if value is not None}
        known[name] = {**NEW_AGENT, **known.get(name, {}), **given}
    return {**values, "agents": known}


def _counting(
    values: Mapping[Any, Any], there: Mapping[Any, Any], at: Path, ignored: list[Path]
) -> dict[str, Any]:
    """The values that count; the paths of the others are added to `ignored`."""
    kept: dict[str, Any] = {}
    for key, value in values.items():
        path = (*at, str(key))
        if at == ("agents",) and key not in there:
            ignored.append(path)
        elif is_mapping(value) and (not at or rule_for(path) is None):
            kept[key] = _counting(value, _inside(there, key), path, ignored)
        elif value == there.get(key, _NOTHING):
            # It is so anyway. Saying it once more can mean more: `guardrails.enabled: false` does.
            continue
        elif (counts := (rule_for(path) or never)(there.get(key), value)) is not None:
            kept[key] = counts.value
        else:
            ignored.append(path)
    return kept


_NOTHING = object()


def _inside(values: Mapping[Any, Any], key: Any) -> Mapping[Any, Any]:
    inner = values.get(key)
    return inner if is_mapping(inner) else {}


def rule_for(path: Path) -> Rule | None:
    """The rule of the table for `path` or something around it; None if there is none."""
    names = ("agents", "*", *path[2:]) if path[:1] == ("agents",) and len(path) > 1 else path
    around: Iterator[str] = (".".join(names[:length]) for length in range(len(names), 0, -1))
    return next((RULES[key] for key in around if key in RULES), None)
