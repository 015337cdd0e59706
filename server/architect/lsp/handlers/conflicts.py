"""What undo left alone, with its reasons in the user's language."""

from collections.abc import Iterable
from dataclasses import replace

from architect.l10n import shown
from architect.lsp.protocol.results import ConflictJson
from architect.lsp.protocol.to_json import plain
from architect.services.user_runs import UndoConflict


def conflicts_json(conflicts: Iterable[UndoConflict]) -> list[ConflictJson]:
    return [plain(replace(each, reason=shown(each.reason))) for each in conflicts]
