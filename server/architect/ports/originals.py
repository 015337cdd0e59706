"""Where the contents of changed files are kept, so that a run can be undone."""

from typing import Protocol


class Originals(Protocol):
    """The contents of one session, each once, by the SHA-256 of its bytes in hexadecimal."""

    def has(self, sha256: str) -> bool:
        """Whether that content is known to be here, so that it need not be made again."""
        ...

    def keep(self, content: bytes) -> str:
        """Hand the content to the operating system; after this a crash of ours does not lose it.

        The answer is its SHA-256. May be called from a thread.

        Raises:
            JournalFault: it could not be written.
        """
        ...

    def load(self, sha256: str) -> bytes:
        """A content that was kept.

        Raises:
            OriginalMissingError: it was not, or is no longer what it was.
        """
        ...

    def sync(self) -> None:
        """Force what was kept since the last time onto the disk, which blocks.

        May be called from a thread, while another one keeps something.

        Raises:
            JournalFault: that failed.
        """
        ...
