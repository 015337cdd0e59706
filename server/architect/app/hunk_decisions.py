"""Keeping and undoing what runs changed in folders that are open."""

from collections.abc import Awaitable
from pathlib import Path
from typing import TypeVar

from architect.app.checkpoints import RolledBack, Wanted, roll_back
from architect.app.errors import (
    BadChoiceError,
    BusyError,
    UnknownRunError,
    UnreadableRecordError,
)
from architect.app.finding_sink import look_again
from architect.app.open_hunks import HunkReader
from architect.app.run_changes import keep_hunks_of_run, undo_hunks_of_run, undo_whole_run
from architect.config.guardrails import GuardrailSettings
from architect.domain.errors import (
    ArchitectError,
    SessionBusyError,
    UnknownSessionError,
    UserError,
)
from architect.domain.ids import RunId, session_of
from architect.frozen import frozen
from architect.ports.workspace import Workspace
from architect.services.hunk_review import HunkChoice, HunkReport
from architect.services.user_runs import UndoReport

T = TypeVar("T")


@frozen
class HunkDecisions:
    """Carries out what the user decides; findings find their lines again, and hunks are told anew.

    Every method raises `BadChoiceError` for hunks or files that the run does not have, `BusyError`
    while somebody works on its session, and what `HunkReader.of_run` raises.
    """

    reader: HunkReader

    async def undo(
        self,
        run_id: RunId,
        root: Path,
        choice: HunkChoice,
        *,
        note: str = "",
        kept_too: bool = False,
        changed_too: bool = False,
    ) -> HunkReport:
        """Undo what is chosen of a run in `root`; what it proposed is discarded. `note` says why.

        Of whole files what the user has kept stays, unless `kept_too`; what was changed since
        stays, unless `changed_too`.
        """
        workspace, secrets = await self._place(root)
        folder = self.reader.folders.get(root)
        by_hunks = changed_too or choice.hunk_ids is not None
        if not by_hunks and not await self.reader.proposes(run_id, workspace):
            whole = undo_whole_run(
                run_id,
                workspace,
                paths=choice.paths,
                note=note,
                kept_too=kept_too,
                secrets=secrets,
                writes=folder.writes,
                findings=folder.findings,
            )
            report = _by_files(await _decided(run_id, choice, whole))
        else:
            some = undo_hunks_of_run(
                run_id,
                workspace,
                choice,
                note=note,
                changed_too=changed_too,
                secrets=secrets,
                writes=folder.writes,
                findings=folder.findings,
            )
            report = await _decided(run_id, choice, some)
        await self._tell(run_id, workspace, report)
        return report

    async def keep(self, run_id: RunId, root: Path, choice: HunkChoice) -> HunkReport:
        """Keep what is chosen of a run in `root`; what it proposed is made.

        Raises:
            ConfigError: nobody knows the rules by which a proposal is made.
        """
        workspace, secrets = await self._place(root)
        # What is only proposed is written now: by the rules of now, or not at all without them.
        proposed = await self.reader.proposes(run_id, workspace)
        front_end = self.reader.front_end
        rules = (await front_end.config(root)).guardrails if proposed else GuardrailSettings()
        writes = self.reader.folders.get(root).writes
        work = keep_hunks_of_run(
            run_id, workspace, choice, rules=rules, secrets=secrets, writes=writes
        )
        report = await _decided(run_id, choice, work)
        await self._tell(run_id, workspace, report)
        return report

    async def roll_back(self, run_id: RunId, root: Path, wanted: Wanted) -> RolledBack:
        """Make the files in `root` what they were at a checkpoint of the session of a run."""
        workspace, secrets = await self._place(root)
        settings = (await self.reader.front_end.config(root)).checkpoints
        findings = self.reader.folders.get(root).findings
        work = roll_back(wanted, workspace, settings, secrets=secrets, findings=findings)
        done = await _decided(run_id, HunkChoice(), work)
        await self._tell(run_id, workspace, _by_files(done.report))
        return done

    async def _place(self, root: Path) -> tuple[Workspace, tuple[str, ...]]:
        front_end = self.reader.front_end
        return front_end.workspace(root), await front_end.secrets(root)

    async def _tell(self, run_id: RunId, workspace: Workspace, report: HunkReport) -> None:
        findings = self.reader.folders.get(workspace.root).findings
        for path in report.changed:
            await look_again(findings, workspace, path)
        names = [self.reader.front_end.name_of(workspace, path) for path in report.paths]
        self.reader.cache.forget(session_of(run_id), names)


def _by_files(report: UndoReport) -> HunkReport:
    """What became of files that were undone as a whole."""
    files = report.reverted
    return HunkReport(report.run_id, (), files, files, report.conflicts, report.kept)


async def _decided(run_id: RunId, choice: HunkChoice, work: Awaitable[T]) -> T:
    """What `work` on hunks of a run gives, its faults as those of the request."""
    try:
        return await work
    except UnknownSessionError as error:
        if choice != HunkChoice():
            raise BadChoiceError(str(error)) from error
        raise UnknownRunError(run_id) from error
    except UserError as error:
        raise BadChoiceError(str(error)) from error
    except SessionBusyError as error:
        raise BusyError(str(error)) from error
    except ArchitectError as error:
        raise UnreadableRecordError(str(error)) from error
