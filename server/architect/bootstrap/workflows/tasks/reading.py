"""Tasks from wherever they are kept."""

from pathlib import Path

from architect.bootstrap.workflows.tasks.swe_tasks import read_swe_tasks
from architect.bootstrap.workflows.tasks.task_folder import read_folder
from architect.bootstrap.workflows.tasks.task_set import TaskSet
from architect.domain.errors import UserError
from architect.l10n import english


def read_tasks(path: Path, *, root: Path, repositories: Path | None, test_command: str) -> TaskSet:
    """Those of a folder, or of a file of JSON lines.

    Raises:
        UserError: one is not as it should be, or there is none that can be run.
    """
    if path.is_dir():
        return read_folder(path, root=root)
    found = read_swe_tasks(path, repositories=repositories, test_command=test_command)
    if not found.tasks:
        why = f": {found.missing[0]}" if found.missing else ""
        raise UserError(
            english("{path!r}: there is no task that can be run here{why}", path=str(path), why=why)
        )
    return found
