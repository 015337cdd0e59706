"""A task done again and again with a fresh context, until its checks pass.

Known as the Ralph loop: https://ghuntley.com/ralph/
"""

from collections.abc import Iterable, Sequence

from architect.agent.prompt_files import prompt
from architect.domain.ids import UnitId
from architect.domain.outcome import Status, StopReason
from architect.domain.run_request import Attachment
from architect.domain.text.counted import counted
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.state import Phase, UnitState, WorkflowState
from architect.domain.workflows.unit import CHECK_TIMEOUT_S, Place, Unit, UnitResult
from architect.frozen import frozen
from architect.l10n import english
from architect.workflows.check_files import changed_of, files_of_checks

KIND = "loop"
_IDLE = 2
"""As many iterations in a row that change nothing are the last."""

_MOST_NOTES = 3
"""Of the iterations before whose last words are shown."""


@frozen(kw_only=True)
class LoopSettings:
    """What a loop is asked. `spec` is the text of a file that goes with the task.

    Without `checks` it ends when an iteration says `completion_tag` on a line of its own.

    With `protects_checks` the files that the checks run may not be changed.
    With `keep_best` the iteration with the fewest failed checks is what is kept, else the last; in
    the files of the user those behind it are undone.
    """

    task: str
    checks: tuple[str, ...]
    place: Place
    spec: str = ""
    completion_tag: str = "COMPLETE"
    agent: str = "build"
    model: str | None = None
    mode: ConfirmMode | None = None
    keep_best: bool = False
    protects_checks: bool = False
    max_iterations: int = 25
    max_steps: int | None = None
    check_timeout_s: float = CHECK_TIMEOUT_S


class Loop:
    """See `Definition`."""

    def __init__(self, settings: LoopSettings) -> None:
        self._settings = settings
        self._files_of_checks = files_of_checks(settings.checks)

    def next_units(self, state: WorkflowState) -> Sequence[Unit]:
        done = list(state.units.values())
        if any(not each.is_over for each in done) or self._ending(done) is not None:
            return ()
        return (self._iteration(done),)

    def outcome(self, state: WorkflowState) -> tuple[Status, str]:
        return self._ending(list(state.units.values())) or (
            Status.FAILED,
            english("nothing was done"),
        )

    def undone_at_the_end(self, state: WorkflowState) -> Sequence[UnitId]:
        done = _with_result(state.units.values())
        if self._settings.place is Place.COPY or not done:
            return ()
        behind = done[self._kept(done) + 1 :]
        return [each.unit.unit_id for each in reversed(behind)]

    def branch_at_the_end(self, state: WorkflowState) -> tuple[UnitId, str] | None:
        done = _with_result(state.units.values())
        if self._settings.place is not Place.COPY or not done:
            return None
        return done[self._kept(done)].unit.unit_id, f"architect/{KIND}"

    def _kept(self, done: Sequence[UnitState]) -> int:
        """The index of the iteration that is kept: the last, or of the best ones the last.

        One whose checks did not run, or that changed protected files, is not among the best.
        """
        ranks = [
            (-len(result.failed_checks), number)
            for number, result in enumerate(each.result for each in done)
            if result is not None and result.checks and not self._forbidden(result)
        ]
        if not self._settings.keep_best or not ranks:
            return len(done) - 1
        return max(ranks)[1]

    def _ending(self, done: Sequence[UnitState]) -> tuple[Status, str] | None:
        """How the loop ended; None if another iteration follows."""
        if not done:
            return None
        last, number = done[-1], len(done)
        if last.phase is Phase.SKIPPED or last.result is None:
            return self._without_success(done, last.reason)
        result = last.result
        if result.error is not None and result.is_hopeless:
            return Status.FAILED, result.error.message
        if result.stop_reason is StopReason.USER_INTERRUPT:
            return self._without_success(
                done, english("iteration {number} was cancelled", number=number)
            )
        if (told := self._why_done(result, counted(number, "iteration"))) is not None:
            return Status.SUCCESS, f"{told}{self._warning(done)}"
        if _nothing_changes(done):
            return self._without_success(
                done,
                english("nothing changed in {iterations}", iterations=counted(_IDLE, "iteration")),
            )
        if number >= self._settings.max_iterations:
            return self._without_success(
                done,
                english("{iterations}, the most allowed", iterations=counted(number, "iteration")),
            )
        return None

    def _why_done(self, result: UnitResult, iterations: str) -> str | None:
        if self._settings.checks:
            # What broke off before its checks fails none of them.
            stands = result.checks and not (result.failed_checks or self._forbidden(result))
            told = english("all checks passed after {iterations}", iterations=iterations)
            return told if stands else None
        tag = self._settings.completion_tag
        said = any(line.strip() == tag for line in result.output.split("\n"))
        if not said:
            return None
        return english(
            "the agent said {tag}, and nothing was checked, after {iterations}",
            tag=tag,
            iterations=iterations,
        )

    def _forbidden(self, result: UnitResult) -> tuple[str, ...]:
        """The files that were changed although they are protected."""
        if not self._settings.protects_checks:
            return ()
        return changed_of(self._files_of_checks, result.files)

    def _warning(self, done: Sequence[UnitState]) -> str:
        """What has to be known of checks that pass: the agent had a hand in them."""
        if not self._settings.checks:
            return ""
        files = dict.fromkeys(name for each in done if each.result for name in each.result.files)
        changed = changed_of(self._files_of_checks, tuple(files))
        if not changed:
            return ""
        told = english("the agent changed what they run: {files}", files=", ".join(changed))
        return f"; {told}"

    def _without_success(self, done: Sequence[UnitState], why: str) -> tuple[Status, str]:
        results = [each.result for each in done if each.result is not None]
        if not results:
            return Status.FAILED, why
        kept = self._kept(_with_result(done))
        if kept < len(results) - 1:
            why = english("{why}; kept iteration {kept}, the best", why=why, kept=kept + 1)
        failed = results[kept].failed_checks
        passed = len(self._settings.checks) - len(failed)
        did_something = any(result.files for result in results)
        status = Status.PARTIAL if passed or did_something else Status.FAILED
        names = ", ".join(check.command for check in failed)
        if names:
            why = english("{why}; still failing: {names}", why=why, names=names)
        return status, why

    def _iteration(self, done: Sequence[UnitState]) -> Unit:
        settings, number = self._settings, len(done) + 1
        results = [each.result for each in done if each.result is not None]
        return Unit(
            unit_id=UnitId(f"iteration-{number}"),
            task=prompt("tasks/iterate").format(
                task=settings.task,
                number=number,
                most=settings.max_iterations,
                end=self._end(),
            ),
            agent=settings.agent,
            model=settings.model,
            mode=settings.mode,
            max_steps=settings.max_steps,
            place=settings.place,
            attachments=(
                *self._spec(),
                *_notes(results),
                *_failures(results),
                *(self._complaint(results[-1]) if results else ()),
            ),
            protected=self._files_of_checks.patterns if settings.protects_checks else (),
            checks=settings.checks,
            check_timeout_s=settings.check_timeout_s,
            tree_of=done[-1].unit.unit_id if done else None,
            taints=tuple(dict.fromkeys(taint for each in results for taint in each.taints)),
            with_changes=bool(done),
        )

    def _end(self) -> str:
        """When the work is finished, in words for the agent."""
        if not self._settings.checks:
            return prompt("tasks/iterate_until_said").format(tag=self._settings.completion_tag)
        lines = "\n".join(f"    {line}" for line in self._settings.checks)
        return prompt("tasks/iterate_until_checked").format(checks=lines)

    def _complaint(self, last: UnitResult) -> Sequence[Attachment]:
        forbidden = self._forbidden(last)
        if not forbidden:
            return ()
        text = "These files may not be changed; make them what they were: " + ", ".join(forbidden)
        return (Attachment("failed-check", "protected files", text),)

    def _spec(self) -> Sequence[Attachment]:
        return (Attachment("spec", "--spec", self._settings.spec),) if self._settings.spec else ()


def _with_result(units: Iterable[UnitState]) -> list[UnitState]:
    return [each for each in units if each.result is not None]


def _nothing_changes(done: Sequence[UnitState]) -> bool:
    last = [each.result for each in done[-_IDLE:] if each.result is not None]
    return len(last) == _IDLE and not any(result.files for result in last)


def _notes(results: Sequence[UnitResult]) -> list[Attachment]:
    """The last words of the iterations before, the oldest first."""
    first = max(len(results) - _MOST_NOTES, 0)
    return [
        Attachment("notes", f"iteration {first + number}", result.output)
        for number, result in enumerate(results[first:], start=1)
        if result.output.strip()
    ]


def _failures(results: Sequence[UnitResult]) -> list[Attachment]:
    failed = results[-1].failed_checks if results else ()
    return [Attachment("failed-check", check.command, check.output) for check in failed]
