"""The texts of the pages about units of workflows."""

from architect.app.workflows.changes import changes_of_unit
from architect.domain.errors import UserError
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.workflow_front import workflow_named
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.to_json import plain


async def patch_of_unit(editor: EditorSession, workflow_id: str, unit_id: str) -> str:
    """What a unit changed since its workflow began.

    Raises:
        RequestFault: there is no such unit, or nothing of it is kept.
        VcsFault: git fails.
    """
    root, known = await workflow_named(editor, workflow_id)
    if known.state is None:
        raise invalid(english("workflowId: {problem}", problem=known.problem))
    try:
        return plain(await changes_of_unit(root, await editor.config(root), known.state, unit_id))
    except UserError as error:
        raise invalid(english("unitId: {error}", error=error)) from error
