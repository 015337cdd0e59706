"""What a call lets the model see of a file."""

from hashlib import sha256

from architect.domain.text.undecodable_bytes import shown
from architect.frozen import frozen


@frozen
class SeenFile:
    """The text that a file had when the model saw it, or that its call gave the file.

    `place` is where the path leads, below the root; `sha256` is that of the text as it is shown, in
    UTF-8. `is_written` says that the call gave the file this text.
    """

    place: str
    sha256: str
    is_written: bool = False


def text_sha256(text: str) -> str:
    """The hash of a text as it is shown to the model."""
    return sha256(shown(text).encode("utf-8", "surrogatepass")).hexdigest()
