"""An index that knows what it was told."""

from collections.abc import Collection, Sequence

from architect.domain.code_map.symbols import MappedFile, Symbol


class FakeCodeIndex:
    """Gives `files` to every task and question, and keeps what it was asked."""

    def __init__(self, files: Sequence[MappedFile] = ()) -> None:
        self.files = files
        self.asked: list[tuple[str, ...]] = []

    async def overview(self, task: str, open_files: Collection[str]) -> Sequence[MappedFile]:
        self.asked.append((task, *open_files))
        return self.files

    async def answers(self, question: str, below: str) -> Sequence[MappedFile]:
        self.asked.append((question, below))
        return self.files

    async def find_symbols(self, name: str) -> Sequence[Symbol]:
        return [one for file in self.files for one in file.symbols if one.name == name]

    async def symbols_beginning(self, typed: str, most: int) -> Sequence[Symbol]:
        found = [one for file in self.files for one in file.symbols if one.name.startswith(typed)]
        return found[:most]

    async def nearest_symbols(self, name: str) -> Sequence[str]:
        return list(dict.fromkeys(one.name for file in self.files for one in file.symbols))

    async def refresh(self) -> None:
        """What it knows stays the same."""

    async def aclose(self) -> None:
        """There is nothing to stop."""
