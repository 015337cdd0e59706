"""Undoing what a session changed, for its user to read."""

import os
from collections.abc import Sequence

from architect.acp.session import AcpSession
from architect.app.undo_session import next_lines, undo_by_words, undo_lines
from architect.bootstrap.run.credentials import Credentials
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection


async def undone(
    session: AcpSession, workspace: Workspace, words: str, findings: FindingCollection
) -> Sequence[str]:
    """Undo what `words` mean; what became of each file, and how the undo is undone.

    Raises:
        UserError: there is nothing to undo.
        JournalFault: what happens cannot be recorded.
    """
    llm = session.config().llm
    credentials = await Credentials(os.environ).with_kept(llm)
    reports = await undo_by_words(
        words,
        session.begun_id,
        workspace,
        secrets=credentials.secrets(llm),
        findings=findings,
    )
    return [*undo_lines(reports, workspace.root), *next_lines(reports, words)]
