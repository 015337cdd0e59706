"""Whether undo could bring back files as they are now."""

from collections.abc import Mapping

from architect.adapters.changes.comparison import MOST_CHANGED, Comparison, Missing
from architect.adapters.changes.known_files import MOST_COPIED_BYTES, KnownFiles, Stamp
from architect.adapters.changes.lost_files import Gone
from architect.domain.errors import NotTextError
from architect.domain.files.tree_changes import BINARY, ODD_NAME
from architect.domain.text.file_text import decode
from architect.l10n import english


def check_kept(known: KnownFiles, now: Mapping[str, Stamp], comparison: Comparison) -> None:
    """See that the files, as they are `now`, would be on record if they changed.

    Raises:
        Gone: one would not.
    """
    if len(now) > MOST_CHANGED:
        raise Gone(english("{number} files at once", number=len(now)))
    size = 0
    for name, content in comparison.before(tuple(now)).items():
        if known.stamps.get(name) != now[name]:
            raise Gone(english("{name}, which has just changed", name=name))
        if not isinstance(content, bytes):
            why = content.reason if isinstance(content, Missing) else english("new")
            raise Gone(english("{name} ({why})", name=name, why=why))
        size += len(content)
        _check_text(name, content)
    if size > MOST_COPIED_BYTES:
        raise Gone(english("{mb} MB at once", mb=size // 1_000_000))


def _check_text(name: str, content: bytes) -> None:
    try:
        name.encode()
        decode(content)
    except NotTextError:
        raise Gone(english("{name} ({why})", name=name, why=BINARY)) from None
    except UnicodeEncodeError:
        raise Gone(ODD_NAME) from None
