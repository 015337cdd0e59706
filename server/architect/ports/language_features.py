"""What language servers know of symbols: those of the editor, or those that are configured."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.language import CodePlace, NewText


class LanguageFeatures(Protocol):
    async def definition(self, place: CodePlace) -> Sequence[CodePlace]:
        """Where what stands at `place` is defined; empty if no language server knows.

        Raises:
            PortFault: there is no answer.
        """
        ...

    async def references(self, place: CodePlace) -> Sequence[CodePlace]:
        """Where what stands at `place` is used, its definition included; as `definition`."""
        ...

    async def hover(self, place: CodePlace) -> str:
        """What is said of what stands at `place`, as Markdown; as `definition`."""
        ...

    async def rename(self, place: CodePlace, name: str) -> Sequence[NewText]:
        """What renaming what stands at `place` would make of files, which stay as they are.

        Empty if no language server renames it.

        Raises:
            PortFault: there is no answer, or the language server refuses.
        """
        ...

    async def formatted(self, path: str) -> NewText | None:
        """What formatting would make of the file at the relative `path`; None if nobody does that.

        Raises:
            PortFault: there is no answer.
        """
        ...
