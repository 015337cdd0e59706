"""A review of what a run changed, by an agent with a fresh context, and what becomes of it."""

from collections.abc import Sequence

from architect.agent.completion_checks import Accept, SendBack
from architect.agent.evaluation_material import changes_of, task_and
from architect.agent.prompt_files import prompt
from architect.config.auto_review import AutoReviewSettings
from architect.domain.errors import AuthenticationFailedError, UserError
from architect.domain.findings import Finding
from architect.domain.ids import CallId, FindingId
from architect.domain.journal.check_events import WorkReviewed
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.domain.run_request import RunRequest
from architect.domain.text.counted import counted
from architect.domain.verdict import ConfirmMode
from architect.execution.run_context import RunContext
from architect.l10n import english

_REVIEWER = "review"
_TITLE = "review of the changes"
_MOST_TOLD = 30
_TO_BE_FIXED = ("error", "warning")


class AutoReviewer:
    """Has changes reviewed once the agent is done, and the agent fix what is wrong with them.

    What the reviewer finds is on record as findings of the run. A review that comes to nothing
    changes nothing, but is told.
    """

    def __init__(self, run: RunContext, settings: AutoReviewSettings) -> None:
        self._run = run
        self._settings = settings
        self._passes = 0
        self._reviewed = ""
        self._files: frozenset[str] = frozenset()
        self._open: set[FindingId] = set()

    async def judge(self, text: str) -> Accept | SendBack:
        """What follows from a look at the changes.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        run = self._run
        changes = await changes_of(run)
        if not changes or changes == self._reviewed:
            return Accept()
        if not self._passes:
            self._files = frozenset(run.state.files_modified)
        self._reviewed = changes
        problem, found = await run.stop.guard(self._looked_at(changes))
        wrong = [one for one in found if one.severity in _TO_BE_FIXED]
        goes_back = bool(wrong) and self._passes < self._settings.max_fix_passes
        gone = set[FindingId]() if problem else self._open - {one.finding_id for one in found}
        run.emit(
            WorkReviewed(
                step=run.state.step,
                findings=len(found),
                fixed=tuple(sorted(gone)),
                sent_back=goes_back,
                problem=problem,
            )
        )
        self._open = {one.finding_id for one in found}
        if not goes_back:
            return Accept()
        self._passes += 1
        told = prompt("review_findings").format(
            findings="\n".join(map(_line, wrong[:_MOST_TOLD])),
            files=", ".join(sorted(self._files)),
        )
        return SendBack(
            english("the review found {problems}", problems=counted(len(wrong), "problem")), told
        )

    @property
    def note(self) -> str:
        """Says so if a fix went further than the task had."""
        beyond = sorted(frozenset(self._run.state.files_modified) - self._files)
        if not (self._passes and beyond):
            return ""
        return f"To fix what the review found, other files were changed: {', '.join(beyond)}."

    async def _looked_at(self, changes: str) -> tuple[str, Sequence[Finding]]:
        """Have another agent look: why that came to nothing, if it did, and what it found."""
        run = self._run
        task = prompt("auto_review").format(work=task_and(run, changes))
        model = self._settings.review_model
        request = RunRequest(task, _REVIEWER, ConfirmMode.YOLO, title=_TITLE, model=model)
        try:
            child = await run.open_child(request, run, CallId(f"auto-review-{run.state.step}"))
        except (UserError, AuthenticationFailedError) as error:
            return str(error), ()
        state = await child.go()
        return _problem(state), state.findings


def _problem(state: AgentState) -> str:
    if state.status is Status.FAILED:
        return state.error.message if state.error is not None else english("the reviewer failed")
    return ""


def _line(finding: Finding) -> str:
    fix = f" Suggested: {finding.suggestion}" if finding.suggestion else ""
    where = f"{finding.path}:{finding.line}"
    return f"- {where} ({finding.severity}): {finding.title}. {finding.detail}{fix}"
