"""The contents of changed files, in memory."""

from hashlib import sha256

from architect.domain.errors import JournalFault, OriginalMissingError


class MemoryOriginals:
    """Keeps contents by hash; with `capacity` it is full after that many, like a disk."""

    def __init__(self, capacity: int | None = None) -> None:
        self.contents: dict[str, bytes] = {}
        self.syncs = 0
        self._capacity = capacity

    def has(self, sha256: str) -> bool:
        return sha256 in self.contents

    def keep(self, content: bytes) -> str:
        digest = sha256(content).hexdigest()
        if self._capacity is not None and len({*self.contents, digest}) > self._capacity:
            raise JournalFault("no space left for originals")
        self.contents[digest] = content
        return digest

    def load(self, sha256: str) -> bytes:
        try:
            return self.contents[sha256]
        except KeyError as error:
            raise OriginalMissingError(f"the content {sha256[:12]} was not kept") from error

    def sync(self) -> None:
        self.syncs += 1
