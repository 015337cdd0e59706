"""What the person says in a conversation."""

from architect.cli.attached_files import AttachedFiles
from architect.frozen import frozen


@frozen
class Said:
    """A message or command, with what goes along with it."""

    text: str
    attached: AttachedFiles = AttachedFiles()
