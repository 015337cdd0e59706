"""Messages of a person as a terminal shows them again."""

from collections.abc import Iterable, Iterator

from architect.domain.escape_controls import escape_controls


def quoted_lines(messages: Iterable[str]) -> Iterator[str]:
    """The lines of each message, the first one behind a mark; nothing in them steers a terminal."""
    for message in messages:
        first, *more = escape_controls(message).split("\n")
        yield f"  > {first}"
        yield from (f"    {line}" for line in more)
