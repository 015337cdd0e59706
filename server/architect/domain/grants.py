"""What the user allowed or denied beforehand."""

from enum import StrEnum

from architect.frozen import frozen
from architect.l10n import english

AS_IT_IS_NOW = "as it describes itself now"
"""How the words begin that bind a grant to one version of a tool, every call of which it covers."""


class GrantKind(StrEnum):
    """Which calls a grant covers.

    `exact` is one call in its own words; `prefix` every simple command that begins with its words;
    `tool` every call of a tool.
    """

    EXACT = "exact"
    PREFIX = "prefix"
    TOOL = "tool"


@frozen(kw_only=True)
class Grant:
    """Calls of `tool` that need no question, or, if it does not allow, that nobody may make.

    `text` is the call in its own words, or the words of the prefix with blanks between them.
    `command_class` is the most dangerous class a prefix covers. A grant that is kept has an id, and
    holds in the folder `project`, or everywhere if that is None.
    """

    allows: bool = True
    kind: GrantKind
    tool: str
    text: str = ""
    command_class: str = ""
    project: str | None = None
    grant_id: str = ""

    def __str__(self) -> str:
        match self.kind:
            case GrantKind.EXACT if self.text.startswith(AS_IT_IS_NOW):
                return english("{tool}: every call, {text}", tool=self.tool, text=self.text)
            case GrantKind.EXACT:
                return english("{tool}, exactly: {text}", tool=self.tool, text=self.text)
            case GrantKind.PREFIX:
                return english("{tool}: {text}, with any arguments", tool=self.tool, text=self.text)
            case GrantKind.TOOL:
                return english("{tool}: every call", tool=self.tool)
