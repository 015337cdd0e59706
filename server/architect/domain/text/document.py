"""The text of a file and what is needed to write it back byte by byte."""

from architect.domain.paths import WorkspacePath
from architect.frozen import frozen


@frozen
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


@frozen
class Snapshot:
    """A file as it was at one moment; `fingerprint` is the SHA-256 of its bytes in hexadecimal.

    `executable` says whether its owner may execute it.
    """

    document: Document
    fingerprint: str
    executable: bool = False


@frozen
class FileChange:
    """One file before and after.

    `before` is None for a file to be created, `after` is None for one to be deleted.
    `diff` is the unified diff with three lines of context and no timestamps. `executable` is what
    becomes of the execute bit, None if it stays.
    """

    path: WorkspacePath
    before: Snapshot | None
    after: Document | None
    diff: str
    lines_added: int
    lines_removed: int
    executable: bool | None = None
