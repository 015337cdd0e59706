"""That an editor has changed what it was asked to write."""

from architect.domain.errors import WorkspaceFault
from architect.domain.text.document import FileChange


class ReformattedError(WorkspaceFault):
    """A change was made, and then `further` by the editor, which formats what it saves."""

    def __init__(self, message: str, further: FileChange) -> None:
        super().__init__(message)
        self.further = further
