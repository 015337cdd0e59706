"""Where the findings of a workspace are kept between runs."""

from collections.abc import Callable
from typing import Protocol

from architect.domain.findings import Finding
from architect.domain.ids import FindingId, RunId
from architect.frozen import frozen


@frozen
class FixedFinding:
    """A finding that the run `by_run` has fixed; it is open again if that run was undone."""

    by_run: RunId
    finding: Finding


@frozen
class StoredFindings:
    """The findings that are open, the ids of those that were dismissed, and what runs have fixed.

    What was fixed last is kept, for it is open again when its run is undone, and gone again when
    that undo is.
    """

    findings: tuple[Finding, ...] = ()
    dismissed: tuple[FindingId, ...] = ()
    fixed: tuple[FixedFinding, ...] = ()


class FindingsStore(Protocol):
    def load(self) -> StoredFindings:
        """What was kept last; nothing if nothing was, or if it cannot be understood any more.

        Raises:
            PortFault: it cannot be read.
        """
        ...

    def newer(self) -> StoredFindings | None:
        """What others kept since this store was last used; None if nobody did.

        Also None if it cannot be understood.

        Raises:
            PortFault: it cannot be read.
        """
        ...

    def update(self, change: Callable[[StoredFindings | None], StoredFindings]) -> None:
        """Keep what `change` gives; it waits for the disk, and for others who do the same.

        `change` gets what others kept since this store was last used; None if nobody did, or if it
        cannot be understood.

        Raises:
            PortFault: it cannot be written; what was kept before still is.
        """
        ...
