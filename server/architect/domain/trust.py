"""The files of a project that trust is bound to, and what changed in them."""

from collections.abc import Mapping
from typing import TypeAlias

from architect.domain.text.diff import diff_of
from architect.frozen import frozen
from architect.l10n import t


@frozen
class BoundFile:
    """A file as it was trusted: its SHA-256, and its text where a change is to be shown."""

    digest: str
    text: str | None = None


BoundFiles: TypeAlias = Mapping[str, BoundFile]
"""By path relative to the project; a file that is not there is not in it."""


def bound_file(content: bytes, *, with_text: bool) -> BoundFile:
    """`content` as trust remembers it."""
    import hashlib  # 2 ms that a start without a project's configuration does not need

    text = content.decode("utf-8", "replace") if with_text else None
    return BoundFile(hashlib.sha256(content).hexdigest(), text)


def changes_since(before: BoundFiles, after: BoundFiles) -> str:
    """What changed between the trusted files and those that are there now; empty if nothing did.

    A unified diff where the text is known, a line for every other file.
    """
    return "".join(
        _change(name, before.get(name), after.get(name))
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    )


def _change(name: str, before: BoundFile | None, after: BoundFile | None) -> str:
    texts = [None if file is None else file.text for file in (before, after)]
    known = all(file is None or file.text is not None for file in (before, after))
    if known and (diff := diff_of(name, texts[0], texts[1])[0]):
        return diff
    if before is None:
        return t("{name} is new", name=name) + "\n"
    if after is None:
        return t("{name} is gone", name=name) + "\n"
    return t("{name} has another content", name=name) + "\n"
