"""Bytes of a text file that are not UTF-8, such as one Latin-1 letter in a comment.

They stand in a text as the lone surrogates U+DC80 to U+DCFF (PEP 383), so that they can be written
back as they were. Nobody is shown those: what is shown has U+FFFD in their place.
"""

from architect.domain.errors import EditRefusedError
from architect.lazy_pattern import lazy_pattern

REPLACEMENT = "\ufffd"
_UNDECODABLE = lazy_pattern("[\udc80-\udcff]")


def has_undecodable_bytes(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def count_undecodable_bytes(text: str) -> int:
    return (
        len(text) - len(text.encode(errors="ignore").decode()) if has_undecodable_bytes(text) else 0
    )


def shown(text: str) -> str:
    """`text` with U+FFFD for each byte that is not UTF-8."""
    return _UNDECODABLE.sub(REPLACEMENT, text) if has_undecodable_bytes(text) else text


def refuse_undecodable_bytes(text: str, new: str) -> None:
    """Refuse `new` text that has a lone surrogate, or U+FFFD where `text` has undecodable bytes.

    Raises:
        EditRefusedError: it would write a byte that is not UTF-8, or put U+FFFD in its place.
    """
    if has_undecodable_bytes(new):
        raise EditRefusedError(
            "the new text has a lone surrogate, which is no character; leave it out"
        )
    if REPLACEMENT in new and REPLACEMENT not in text and has_undecodable_bytes(text):
        raise EditRefusedError(
            "the new text has U+FFFD, which only stands for a byte that is not UTF-8 and cannot be "
            "given: leave such places out of the change, or change them with a command (iconv, sed)"
        )
