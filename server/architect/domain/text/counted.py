"""A number with its noun."""

from architect.l10n import numbered


def counted(number: int, noun: str) -> str:
    """`1 line`, `2 lines`; for nouns that only take an s."""
    return numbered(f"{{number}} {noun}", f"{{number}} {noun}s", number)
