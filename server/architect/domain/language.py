"""What language servers know of a place in a file."""

from typing import Literal

from architect.frozen import frozen

LanguageFeature = Literal["definition", "references", "hover"]


@frozen
class CodePlace:
    """A place in the file at the relative `path`; `line` is from 1, `column` from 0 in UTF-16.

    Outside of the workspace the path is absolute.
    """

    path: str
    line: int
    column: int
