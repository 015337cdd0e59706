"""What language servers know of a place in a file, and what they would make of texts."""

from typing import Literal

from architect.frozen import frozen

LanguageFeature = Literal["definition", "references", "hover", "rename", "format"]


@frozen
class CodePlace:
    """A place in the file at the relative `path`; `line` is from 1, `column` from 0 in UTF-16.

    Outside of the workspace the path is absolute.
    """

    path: str
    line: int
    column: int


@frozen
class NewText:
    """What the text of the file at the relative `path` would become, and what it was then.

    Outside of the workspace the path is absolute.
    """

    path: str
    before: str
    after: str
