"""What an editor knows of symbols, from all its language servers."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.language import CodePlace


class LanguageFeatures(Protocol):
    async def definition(self, place: CodePlace) -> Sequence[CodePlace]:
        """Where what stands at `place` is defined; empty if no language server knows.

        Raises:
            PortFault: the editor does not answer.
        """
        ...

    async def references(self, place: CodePlace) -> Sequence[CodePlace]:
        """Where what stands at `place` is used, its definition included; as `definition`."""
        ...

    async def hover(self, place: CodePlace) -> str:
        """What is said of what stands at `place`, as Markdown; as `definition`."""
        ...
