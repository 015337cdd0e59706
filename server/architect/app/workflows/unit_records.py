"""Where the run of a unit is recorded that does not work on the user's own files."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.records import workflow_files
from architect.config.schema import Config
from architect.domain.errors import VcsFault
from architect.domain.ids import RunId, session_of


def homes_of_unit(
    root: Path, run_id: RunId, config: Config, credentials: Credentials
) -> Iterator[Path]:
    """The folder that stands for the workspace of such a run: none, or one.

    While the unit runs it is its copy, afterwards a folder of its workflow.

    Raises:
        UserError: the place of copies is configured to be among the files.
    """
    session_id = session_of(run_id)
    if (home := workflow_files(root).home_with(session_id)) is not None:
        yield home
        return
    # Seldom needed, and much to import.
    from architect.bootstrap.workflows.units import copy_with

    with suppress(VcsFault):
        if (copy := copy_with(root, config, credentials, session_id)) is not None:
            yield copy
