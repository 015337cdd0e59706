"""The text of a file and what is needed to write it back byte by byte."""

from dataclasses import dataclass

from architect.domain.paths import WorkspacePath


@dataclass(frozen=True, slots=True)
class Document:
    """Decoded file content.

    `text` keeps every line end as it is in the file and never contains the byte order mark.
    `encoding` is a Python codec name; `bom` says whether the file starts with a byte order mark.
    `undecodable_bytes` says that some bytes are not UTF-8: `text` has lone surrogates for them.
    """

    text: str
    encoding: str = "utf-8"
    bom: bool = False
    undecodable_bytes: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A file as it was at one moment; `fingerprint` is the SHA-256 of its bytes in hexadecimal."""

    document: Document
    fingerprint: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after.

    `before` is None for a file to be created, `after` is None for one to be deleted.
    `diff` is the unified diff with three lines of context and no timestamps.
    """

    path: WorkspacePath
    before: Snapshot | None
    after: Document | None
    diff: str
    lines_added: int
    lines_removed: int
