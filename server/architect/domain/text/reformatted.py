"""That an editor has changed what it was asked to write."""

from architect.domain.errors import PartlyAppliedError, WorkspaceFault
from architect.domain.text.document import FileChange


class ReformattedError(WorkspaceFault):
    """All was made, and then `further` changes by the editor, which formats what it saves."""

    def __init__(self, message: str, *further: FileChange) -> None:
        super().__init__(message)
        self.further = further


class PartlyReformattedError(PartlyAppliedError):
    """Of several changes some were made, and then `further` ones by the editor."""

    def __init__(
        self, message: str, made: tuple[str, ...], further: tuple[FileChange, ...]
    ) -> None:
        super().__init__(message, made)
        self.further = further
