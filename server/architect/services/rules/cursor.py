"""Rules in the format of Cursor: `.cursor/rules/*.mdc`, text behind a header that says when.

See https://cursor.com/docs/context/rules. The header looks like YAML and often is none, since
`globs: *.ts` stands there without quotes; so it is read line by line.
"""

from collections.abc import Callable, Iterable
from itertools import islice

from architect.domain.files.globs import glob_matcher
from architect.domain.findings import bare_lines
from architect.frozen import frozen

FOLDER = ".cursor/rules"
SUFFIX = ".mdc"
_FENCE = "---"
_MOST_HEADER_LINES = 200
_MOST_GLOBS = 50


@frozen
class CursorRule:
    """When a rule counts: always, where files match its globs, or if its description fits.

    Without any of these it counts only for those who name it.
    """

    text: str
    description: str = ""
    globs: tuple[str, ...] = ()
    always: bool = False

    def covers(self, path: str) -> bool:
        """Whether one of its globs matches a path below the root."""
        return any(matches(path) for matches in map(_matcher, self.globs))


def cursor_rule(text: str) -> CursorRule:
    """The rule that a file holds."""
    lines = bare_lines(text.removeprefix("\ufeff").lstrip())
    if not lines or lines[0].strip() != _FENCE:
        return CursorRule(text)
    header: list[str] = []
    for line in islice(lines, 1, _MOST_HEADER_LINES):
        if line.strip() == _FENCE:
            return _ruled(header, "\n".join(lines[len(header) + 2 :]))
        header.append(line)
    return CursorRule(text)


def _ruled(header: Iterable[str], text: str) -> CursorRule:
    values = _values(header)
    return CursorRule(
        text,
        description=" ".join(values.get("description", ())),
        globs=tuple(values.get("globs", ()))[:_MOST_GLOBS],
        always=values.get("alwaysapply") == ["true"],
    )


def _values(header: Iterable[str]) -> dict[str, list[str]]:
    """The words behind each key, which may be a list in one line or in several."""
    values: dict[str, list[str]] = {}
    key = ""
    for line in header:
        if line.lstrip().startswith("- ") and key:
            values[key].append(_unquoted(line.lstrip()[2:]))
            continue
        name, colon, value = line.partition(":")
        if not colon:
            continue
        key = name.strip().lower()
        is_text = key == "description"
        values[key] = [_unquoted(value)] if is_text else [*filter(None, _items(value))]
    return values


def _items(value: str) -> list[str]:
    """What is between commas, those within braces aside."""
    value = value.strip().removeprefix("[").removesuffix("]")
    items, depth = [""], 0
    for character in value:
        depth += (character == "{") - (character == "}")
        if character == "," and depth <= 0:
            items.append("")
        else:
            items[-1] += character
    return [_unquoted(item) for item in items]


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value


def _matcher(pattern: str) -> Callable[[str], bool]:
    """A folder means what is in it."""
    pattern = pattern.removeprefix("/")
    return glob_matcher(f"{pattern}**" if pattern.endswith("/") else pattern)
