"""Paths as URIs and back."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from architect.lazy_pattern import lazy_pattern

_DRIVE = lazy_pattern(r"(file:///)([A-Za-z])(?=:)")
_LOCAL = ("", "localhost")


def uri_of(path: Path) -> str:
    """The `file:` URI of an absolute path."""
    return path.as_uri()


def path_of(uri: str) -> Path | None:
    """The absolute path of a `file:` URI, links not followed; None for any other URI."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    name = unquote(parts.path, errors="surrogateescape")
    if parts.scheme != "file" or parts.netloc.lower() not in _LOCAL or "\0" in name:
        return None
    path = Path(name)
    return path if path.is_absolute() else None


def normal_form(uri: str) -> str:
    """The same text for all spellings of a URI; not a URI itself."""
    scheme, colon, rest = unquote(uri, errors="surrogateescape").partition(":")
    same = f"{scheme.lower()}{colon}{rest}".replace("file://localhost/", "file:///", 1)
    return _DRIVE.sub(lambda found: found[1] + found[2].lower(), same, count=1)
