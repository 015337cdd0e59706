"""Edits that a person may change before allowing them."""

from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.paths import Access
from architect.domain.verdict import Allow, Preview
from architect.execution.screen import Screened
from architect.execution.validate import ValidCall, validate_decoded
from architect.l10n import english
from architect.tools.context import ToolContext
from architect.tools.edit_result import read_if_present
from architect.tools.user_edit import UserEdit

_TOOLS = frozenset({"edit_file", "write_file"})
"""What these do to the one file of a call can be said by its text."""

CHANGED = english("the user changed the edit before allowing it")


def is_editable(call: ValidCall, preview: Preview | None) -> bool:
    """Whether the question shows an edit that the person may change."""
    shows_edit = preview is not None and preview.kind == "patch"
    return shows_edit and call.effect is Effect.WRITE and call.tool.name in _TOOLS


async def text_now(call: ValidCall, context: ToolContext) -> str:
    """The text of the file of the call, empty if there is none.

    Raises:
        ToolFault, PortFault: it cannot be read.
    """
    path = context.workspace.locate(call.traits.path or "", Access.READ)
    snapshot = await read_if_present(path, context)
    return snapshot.document.text if snapshot else ""


def as_edited(screened: Screened, verdict: Allow) -> Screened:
    """The call with the text that the person made of it, if that is what was allowed.

    Raises:
        PlaceholderError: that text has a placeholder in the place of a key.
    """
    call, edited = screened.call, verdict.edited
    if edited is None:
        return screened
    tool = UserEdit(call.tool.name, edited.base)
    made = validate_decoded(tool, {"path": call.traits.path, "content": edited.content})
    return replace(screened, call=replace(made, traits=call.traits))
