"""Searching a text for expressions that may take for ever."""

from collections.abc import Sequence
from typing import Protocol


class PatternSearch(Protocol):
    async def first_matches(self, patterns: Sequence[str], text: str) -> Sequence[int | None]:
        """Where each pattern matches first, None if it does not; `^` and `$` match at lines.

        Raises:
            SearchFault: it took too long, or one of them is no regular expression.
        """
        ...
