"""Files that are named like such with secrets and hold none, by what is in them."""

import re
from pathlib import Path

from architect.adapters.files.regular_file import open_regular, read_whole
from architect.domain.errors import PathRefusedError, WorkspaceFault
from architect.domain.paths import WorkspacePath
from architect.lazy_pattern import lazy_pattern

_MOST_BYTES = 1_000_000
"""A bundle of all public certificates has a quarter of that."""

_PEM = lazy_pattern(rb"-----BEGIN [A-Z0-9 ]+-----[A-Za-z0-9+/=\s]+-----END [A-Z0-9 ]+-----")
_PRIVATE = lazy_pattern(rb"PRIVATE|SECRET", re.IGNORECASE)
_LONG_WORD = lazy_pattern(rb"[A-Za-z0-9+/=]{40,}")
_NPM_KEY = lazy_pattern(rb"_auth|_password|:key|:cert|\b(?:key|otp|token|email)\s*=", re.IGNORECASE)
_EXAMPLES = (".example", ".sample", ".template", ".dist", ".defaults")


def holds_no_secret(path: Path) -> bool:
    """Whether there is nothing at `path`, public certificates, or a copy of the example beside it.

    Also settings of npm without a key. What cannot be read may hold one.
    """
    content = _content(path)
    if content is None:
        return not path.exists() and not path.is_symlink()
    return _is_public_pem(content) or _is_of_npm(path, content) or _is_example(path, content)


def _is_public_pem(content: bytes) -> bool:
    rest = _PEM.sub(b"", content)
    return len(rest) < len(content) and not (_PRIVATE.search(content) or _LONG_WORD.search(rest))


def _is_of_npm(path: Path, content: bytes) -> bool:
    return path.name == ".npmrc" and _NPM_KEY.search(content) is None


def _is_example(path: Path, content: bytes) -> bool:
    if not path.name.startswith(".env"):
        return False
    names = (name + ending for name in {path.name, ".env"} for ending in _EXAMPLES)
    return any(_content(path.with_name(name)) == content for name in names)


def _content(path: Path) -> bytes | None:
    """The content of a regular file of a reasonable size; links are not followed."""
    try:
        with open_regular(path.parent, WorkspacePath(path.name, path)) as descriptor:
            return read_whole(descriptor, shown_as=path.name, max_bytes=_MOST_BYTES)
    except (WorkspaceFault, PathRefusedError):
        return None
