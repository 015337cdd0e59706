"""The workspace of one call with guardrails around it.

Most of what they refuse was refused before the call ran. What gets here is content, which nobody
knew before, and files that became others in between, by a link for instance.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from architect.domain.errors import GuardrailRefusedError
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text.document import FileChange, Snapshot
from architect.domain.text.line_page import MOST_COUNTED, LinePage
from architect.l10n import english
from architect.policy.guardrails import EXECUTABLE_CONFIG, SENSITIVE, RunTotals
from architect.ports.guardrails import Guardrails
from architect.ports.workspace import Workspace


class GuardedWorkspace:
    """`inner` as `guardrails` let a call use it; `admitted` are names somebody said yes to.

    `notes` gathers what the model should know about the changes that were made.
    """

    def __init__(
        self,
        inner: Workspace,
        guardrails: Guardrails,
        *,
        admitted: Collection[str],
        totals: Callable[[], RunTotals],
    ) -> None:
        self.notes: list[str] = []
        self._inner = inner
        self._guardrails = guardrails
        self._admitted = admitted
        self._totals = totals

    @property
    def root(self) -> Path:
        return self._inner.root

    def locate(self, text: str, access: Access) -> WorkspacePath:
        return self._inner.locate(text, access)

    async def read(self, path: WorkspacePath) -> Snapshot:
        self._require_visible(path)
        return await self._inner.read(path)

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        self._require_visible(path)
        return await self._inner.read_lines(path, first=first, count=count, counted=counted)

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        return await self._inner.list(path, recursive=recursive, limit=limit)

    async def unsaved(self) -> Mapping[str, bytes]:
        return await self._inner.unsaved()

    async def apply(self, change: FileChange) -> None:
        notes = await self.check_change(change)
        await self._inner.apply(change)
        self.notes += notes

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        """Make the changes if all of them may be made."""
        notes: list[str] = []
        totals = self._totals()
        for change in changes:
            notes += await self._checked(change, totals)
            totals = totals.after(change)
        await self._inner.apply_all(changes)
        self.notes += notes

    async def check_change(self, change: FileChange) -> tuple[str, ...]:
        """What the model should know about a change, before it is made or only planned.

        Raises:
            GuardrailRefusedError, EditRefusedError: it may not be made.
        """
        return await self._checked(change, self._totals())

    async def _checked(self, change: FileChange, totals: RunTotals) -> tuple[str, ...]:
        self._require_visible(change.path)
        if self._guardrails.protects(change.path):
            name = change.path.relative
            raise GuardrailRefusedError(
                "protected_files", english("{name!r} is now protected", name=name)
            )
        if (
            self._guardrails.is_executable_config(change.path)
            and change.path.relative not in self._admitted
        ):
            name = change.path.relative
            raise GuardrailRefusedError(
                EXECUTABLE_CONFIG,
                english(
                    "other programs execute {name!r}, and changing it was not allowed", name=name
                ),
            )
        return await self._guardrails.check_change(change, totals)

    def _require_visible(self, path: WorkspacePath) -> None:
        if self._guardrails.hides(path) and path.relative not in self._admitted:
            raise GuardrailRefusedError(
                SENSITIVE,
                english(
                    "{relative!r} may hold secrets, and access was not allowed",
                    relative=path.relative,
                ),
            )
