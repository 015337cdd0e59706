"""Where the memory of a project is kept."""

from collections.abc import Callable
from typing import Protocol


class MemoryStore(Protocol):
    async def read(self) -> str:
        """The content of the memory file; empty if there is none.

        Raises:
            PortFault: it cannot be read.
        """
        ...

    async def change(self, change: Callable[[str], str | None]) -> bool:
        """Keep what `change` makes of the content, and say whether it made something of it.

        Raises:
            PortFault: it cannot be written; what was kept before still is.
        """
        ...
