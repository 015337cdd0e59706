"""Rules in the format of Cursor: `.cursor/rules/*.mdc`, text behind a header that says when.

See https://cursor.com/docs/context/rules. The header looks like YAML and often is none, since
`globs: *.ts` stands there without quotes; so it is read line by line.
"""

from collections.abc import Callable

from architect.domain.files.globs import glob_matcher
from architect.frozen import frozen
from architect.services.rules.header import header_and_text, line_values

FOLDER = ".cursor/rules"
SUFFIX = ".mdc"
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
    found = header_and_text(text)
    if found is None:
        return CursorRule(text)
    header, body = found
    values = line_values(header)
    return CursorRule(
        body,
        description=" ".join(values.get("description", ())),
        globs=tuple(values.get("globs", ()))[:_MOST_GLOBS],
        always=values.get("alwaysapply") == ["true"],
    )


def _matcher(pattern: str) -> Callable[[str], bool]:
    """A folder means what is in it."""
    pattern = pattern.removeprefix("/")
    return glob_matcher(f"{pattern}**" if pattern.endswith("/") else pattern)
