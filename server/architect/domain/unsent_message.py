"""What a person wrote in a session and never sent."""

from architect.frozen import frozen


@frozen
class UnsentMessage:
    """A message or command, with the paths of what was to go along: `files` of text, `images`."""

    text: str
    files: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
