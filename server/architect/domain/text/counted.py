"""A number with its noun."""


def counted(number: int, noun: str) -> str:
    """`1 line`, `2 lines`; for nouns that only take an s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
