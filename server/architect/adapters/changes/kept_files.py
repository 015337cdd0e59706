"""Whether undo could bring back files as they are now."""

from collections.abc import Mapping

from architect.adapters.changes.comparison import MOST_CHANGED, Comparison, Missing
from architect.adapters.changes.known_files import MOST_COPIED_BYTES, KnownFiles, Stamp
from architect.adapters.changes.lost_files import Gone
from architect.domain.errors import NotTextError
from architect.domain.files.tree_changes import BINARY, ODD_NAME
from architect.domain.text.file_text import decode


def check_kept(known: KnownFiles, now: Mapping[str, Stamp], comparison: Comparison) -> None:
    """See that the files, as they are `now`, would be on record if they changed.

    Raises:
        Gone: one would not.
    """
    if len(now) > MOST_CHANGED:
        raise Gone(f"{len(now)} files at once")
    size = 0
    for name, content in comparison.before(tuple(now)).items():
        if known.stamps.get(name) != now[name]:
            raise Gone(f"{name}, which has just changed")
        if not isinstance(content, bytes):
            raise Gone(f"{name} ({content.reason if isinstance(content, Missing) else 'new'})")
        size += len(content)
        _check_text(name, content)
    if size > MOST_COPIED_BYTES:
        raise Gone(f"{size // 1_000_000} MB at once")


def _check_text(name: str, content: bytes) -> None:
    try:
        name.encode()
        decode(content)
    except NotTextError:
        raise Gone(f"{name} ({BINARY})") from None
    except UnicodeEncodeError:
        raise Gone(ODD_NAME) from None
