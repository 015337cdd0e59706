"""`SKILL.md`: its header, which should be YAML and often is not quite, and its text."""

from collections.abc import Mapping
from typing import cast

from architect.domain.errors import ConfigError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.skills import MAX_DESCRIPTION, MAX_NAME, Skill, SkillOrigin
from architect.frozen import frozen
from architect.services.rules.header import header_and_text, line_values

_MOST_GLOBS = 50


@frozen
class SkillFile:
    """The values of the header, and the text behind it."""

    header: Mapping[str, object]
    text: str


def skill_file(text: str) -> SkillFile | None:
    """A file in its two parts; None if it has no header."""
    found = header_and_text(text)
    if found is None:
        return None
    lines, body = found
    return SkillFile(_values(lines), body.strip())


def skill_of(file: SkillFile, *, folder: str, path: str, origin: SkillOrigin) -> Skill | None:
    """The skill that a file in `folder` describes; None without a description.

    Names that the specification forbids are taken as they are, made safe to show.
    """
    description = _text(file.header.get("description"))[:MAX_DESCRIPTION]
    if not description:
        return None
    name = (_text(file.header.get("name")) or _text(folder))[:MAX_NAME]
    listed = _listed(file.header.get("globs"))
    globs = tuple(glob for each in listed if (glob := _text(each)))
    return Skill(name, description, path, origin, globs[:_MOST_GLOBS])


def _listed(value: object) -> list[object]:
    """The items of a list, or of a text with commas between them."""
    if isinstance(value, str):
        return [*value.split(",")]
    return cast(list[object], value) if isinstance(value, list) else []


def _values(header: list[str]) -> Mapping[str, object]:
    """The header as YAML, or line by line where it is none: `description: Use it for: tests`."""
    from architect.config.yaml_parser import parse_yaml

    try:
        values, _ = parse_yaml("\n".join(header), lambda line: f"line {line}")
    except ConfigError:
        values = None
    if isinstance(values, dict):
        return cast(Mapping[str, object], values)
    return {
        name: items if name == "globs" else " ".join(items)
        for name, items in line_values(header).items()
    }


def _text(value: object) -> str:
    return escape_controls(in_one_line(value)).strip() if isinstance(value, str) else ""
