"""What the files of a workspace define, as far as it is known by now."""

from collections.abc import Collection, Sequence
from typing import Protocol

from architect.domain.code_map.symbols import MappedFile, Symbol


class CodeIndex(Protocol):
    """An index that is built beside the runs; nothing here raises because it is not there yet."""

    async def overview(self, task: str, open_files: Collection[str]) -> Sequence[MappedFile]:
        """The files that a run for `task` should know, the most important first.

        `open_files` are relative paths. Empty if there is no index yet, or looking takes too long.
        """
        ...

    async def answers(self, question: str, below: str) -> Sequence[MappedFile]:
        """The files below the folder `below`, or that one file, that fit `question`; best first.

        Without a question they are those that the most leads to. What was changed is indexed first,
        which is waited for a few seconds.
        """
        ...

    async def find_symbols(self, name: str) -> Sequence[Symbol]:
        """All definitions of `name`, those in the files that matter most first; as `overview`."""
        ...

    async def symbols_beginning(self, typed: str, most: int) -> Sequence[Symbol]:
        """One definition of each of up to `most` names that begin like `typed`, in any case.

        Those in the files that matter most come first; none if there is no index.
        """
        ...

    async def nearest_symbols(self, name: str) -> Sequence[str]:
        """Up to three names that are defined somewhere and `name` resembles."""
        ...

    async def refresh(self) -> None:
        """Bring it up to date, or make it, as far as that takes a few seconds."""
        ...

    async def aclose(self) -> None:
        """Stop building."""
        ...
