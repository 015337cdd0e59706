"""Change several places of a file, or create one, by a unified diff."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from architect.checked.field import Field
from architect.domain.effect import Effect
from architect.domain.errors import EditRefusedError
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, FileChange, Snapshot
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Preview
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import HiddenIn, ToolContext
from architect.tools.delete_file import DeleteFile, refuse_link
from architect.tools.edit_result import (
    PlannedChange,
    apply_plan,
    foreseen,
    read_if_present,
    report,
    seen_after,
    worked_out,
)
from architect.tools.hidden_text import patch_readings, the_only_fit
from architect.tools.traits import CallTraits

if TYPE_CHECKING:
    from architect.domain.text.patch.patched_document import PatchedDocument


_CODEX_DELETES = lazy_pattern(r"^\s*\*\*\* Delete File: ", re.MULTILINE)
_DELETES = lazy_pattern(
    r"^(?:\s*\*\*\* Delete File: |\+\+\+ /dev/null|deleted file mode )", re.MULTILINE
)


class ApplyPatchArgs(ToolArgs):
    path: str
    patch: str = Field(description="Unified diff of this file, or a '*** Begin Patch' of it.")


class ApplyPatch(BaseTool[ApplyPatchArgs]):
    name = "apply_patch"
    description = (
        "Apply a patch to one file; all hunks or none. Context lines find the place, so line "
        "numbers may be left out (@@)."
    )
    args_model = ApplyPatchArgs
    effect = Effect.WRITE
    reads_placeholders = frozenset({"patch"})

    def __init__(self, *, may_delete: bool = False) -> None:
        """`may_delete` says whether a patch that deletes its file does so."""
        self._may_delete = may_delete

    async def run(self, args: ApplyPatchArgs, context: ToolContext) -> ToolResult:
        planned = await apply_plan(lambda: self._plan(args, context), context)
        return succeeded(report(planned), seen=seen_after(planned, context))

    async def preview(self, args: ApplyPatchArgs, context: ToolContext) -> Preview | None:
        return await foreseen(lambda: self._plan(args, context), context)

    def traits(self, args: ApplyPatchArgs) -> CallTraits:
        lines = [line for line in args.patch.split("\n") if not line.startswith(("+++ ", "--- "))]
        added = sum(line.startswith("+") for line in lines)
        removed = sum(line.startswith("-") for line in lines)
        traits = super().traits(args)
        if self._deletes(args.patch):
            return replace(
                traits,
                summary=english("{path} (deletes the file)", path=args.path),
                grant=DeleteFile.name,
                effect=Effect.DELETE,
            )
        return replace(traits, summary=f"{args.path} (+{added} -{removed})")

    def _deletes(self, patch: str) -> bool:
        return self._may_delete and _DELETES.search(patch) is not None

    async def _plan(self, args: ApplyPatchArgs, context: ToolContext) -> PlannedChange:
        path = context.workspace.locate(args.path, Access.WRITE)
        before = await read_if_present(path, context)
        if self._deletes(args.patch):
            refuse_link(path, context.workspace)
        planned = await worked_out(
            lambda: self._patched(path, before, args.patch, context.hidden_in), before, args.patch
        )
        return _without_bit(planned) if context.only_proposes else planned

    def _patched(
        self, path: WorkspacePath, before: Snapshot | None, patch: str, hidden_in: HiddenIn
    ) -> PlannedChange:
        patched = _result(path, before, patch, hidden_in)
        if not patched.deleted:
            change = _with_bit(change_of(path, before, patched.document), patched.executable)
            return PlannedChange(change, _notes(patched, change))
        if self._may_delete:
            return PlannedChange(change_of(path, before, None), patched.notes)
        if _CODEX_DELETES.search(patch):
            raise EditRefusedError(
                f"{path.relative!r}: deleting files is not allowed here (workspace.allow_delete)"
            )
        change = change_of(path, before, patched.document)
        return PlannedChange(change, _notes(patched, change))


def _with_bit(change: FileChange, executable: bool | None) -> FileChange:
    """The change with the execute bit, if the file has another one now."""
    present = change.before is not None and change.before.executable
    return change if executable in (None, present) else replace(change, executable=executable)


def _without_bit(planned: PlannedChange) -> PlannedChange:
    """The change as a proposal, which holds a text and no mode.

    Raises:
        EditRefusedError: there is nothing else to it.
    """
    change = planned.change
    if change.executable is None:
        return planned
    bit, sign = ("set", "+x") if change.executable else ("removed", "-x")
    left_out = f"the execute bit is not {bit}, since this run only proposes"
    after = replace(change, executable=None)
    if after.before is not None and after.before.document == after.after:
        raise EditRefusedError(
            f"{change.path.relative!r}: {left_out}; tell the user to run `chmod {sign}` on it"
        )
    notes = tuple(note for note in planned.notes if note not in _BITS.values())
    return PlannedChange(after, (*notes, f"{left_out}: tell the user to"), planned.since)


_BITS = {True: "now executable", False: "no longer executable"}


def _notes(patched: "PatchedDocument", change: FileChange) -> tuple[str, ...]:
    notes = patched.notes
    if change.executable is not None:
        notes = (*notes, _BITS[change.executable])
    if patched.deleted:
        notes = (*notes, "the file is now empty, not deleted")
    return notes


def _result(
    path: WorkspacePath, before: Snapshot | None, patch: str, hidden_in: HiddenIn
) -> "PatchedDocument":
    # Ten modules that most runs do not need.
    from architect.domain.text.patch.patched_document import patch_document

    document = before.document if before else Document("")
    try:
        readings = patch_readings(patch, document.text, hidden_in)
        patched = the_only_fit(
            readings, lambda said: patch_document(document, said, name=path.relative)
        )
    except EditRefusedError as refusal:
        absent = "" if before else " does not exist, and the patch does not create it"
        raise EditRefusedError(f"{path.relative!r}{absent}: {refusal}") from refusal
    if before is None and patched.deleted:
        raise EditRefusedError(f"{path.relative!r} does not exist, so it cannot be deleted")
    return patched
