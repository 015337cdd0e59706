"""`architect fix`: findings of reviews are handed to an agent."""

from collections.abc import Sequence

from architect.app.findings_to_fix import fix_of, texts_of
from architect.app.run_modes import agent_in
from architect.bootstrap.findings import open_findings
from architect.bootstrap.sessions import session_store
from architect.cli.printer import Printer
from architect.cli.run_exit_code import run_exit_code
from architect.cli.run_flag_values import RunFlags
from architect.cli.work import Conclusion, NothingToDoError
from architect.config.nearest import did_you_mean
from architect.config.schema import Config
from architect.domain.errors import PortFault, UserError
from architect.domain.findings import Finding
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.domain.run_request import RunRequest
from architect.domain.verdict import EditReview
from architect.l10n import english, shown, t
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection
from architect.services.sessions import find_runs


class Fix:
    """The findings with these ids, or all that are open; those that were fixed are gone."""

    def __init__(self, ids: Sequence[str]) -> None:
        self._ids = ids
        self._wanted: tuple[Finding, ...] = ()

    async def request(
        self, flags: RunFlags, task: str, workspace: Workspace, config: Config
    ) -> RunRequest:
        collection = _open(workspace)
        texts = await texts_of(collection, workspace)
        self._wanted = tuple(self._chosen(collection))
        if not self._wanted:
            raise NothingToDoError(english("no finding is open; `architect review` looks for some"))
        found = fix_of(self._wanted, texts)
        request = RunRequest(
            found.task,
            agent_in(flags.mode, flags.agent, last=found.agent),
            attachments=found.attachments,
            checks=flags.checks,
            title=found.title,
        )
        return request.with_options(flags.options, review=EditReview.CONFIRM)

    def _chosen(self, collection: FindingCollection) -> Sequence[Finding]:
        if not self._ids:
            return collection.all()
        found: list[Finding] = []
        known = {str(each.finding_id): each for each in collection.all()}
        for wanted in dict.fromkeys(self._ids):
            if (finding := known.get(wanted)) is None:
                hint = did_you_mean(wanted, known)
                raise UserError(
                    english(
                        "there is no open finding {finding!r}{hint}; "
                        "`architect fix --list` lists them",
                        finding=wanted,
                        hint=hint,
                    )
                )
            found.append(finding)
        return found

    async def conclude(
        self, flags: RunFlags, state: AgentState, workspace: Workspace, printer: Printer
    ) -> Conclusion:
        if state.status is Status.SUCCESS and state.files_modified and state.started is not None:
            try:
                collection = _open(workspace)
                gone = [each.finding_id for each in self._wanted]
                session_id = state.started.session_id
                _, [run_id, *_] = await find_runs(session_store(workspace.root), session_id)
                collection.fixed(gone, by_run=run_id)
                await collection.keep()
            except (PortFault, UserError) as fault:
                printer.line(
                    t("architect: the findings cannot be kept: {fault}", fault=shown(str(fault))),
                    "warning",
                )
        return Conclusion(
            exit_code=run_exit_code(state, on_partial=flags.exit_code_on_partial),
            findings=state.findings,
        )


def _open(workspace: Workspace) -> FindingCollection:
    try:
        return open_findings(workspace.root)[0]
    except PortFault as fault:
        raise UserError(english("the findings cannot be read: {fault}", fault=fault)) from fault
