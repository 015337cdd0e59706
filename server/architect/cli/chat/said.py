"""What the person says in a conversation."""

from architect.cli.attached_files import AttachedFiles
from architect.frozen import frozen


@frozen
class Said:
    """A message or command, with what goes along with it.

    `is_typed`: the person has typed it just now, and nothing waits that was said before it.
    """

    text: str
    attached: AttachedFiles = AttachedFiles()
    is_typed: bool = False
