"""What the user allowed or denied for more than one run."""

from typing import Protocol

from architect.domain.grants import Grant


class GrantStore(Protocol):
    """Kept in the user's own state: nothing in a workspace can add to it."""

    def load(self) -> tuple[Grant, ...]:
        """What holds in the workspace: its own grants and those for every workspace.

        Raises:
            UserError: it cannot be read.
        """
        ...

    def add(self, grant: Grant, *, everywhere: bool) -> Grant:
        """Keep `grant`, for every workspace or this one only; it gets its id.

        Raises:
            UserError: it cannot be kept.
        """
        ...
