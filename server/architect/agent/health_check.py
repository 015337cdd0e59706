"""What a run made of the health of the code: measured over the files that it changed."""

from contextlib import suppress

from architect.agent.completion_checks import Accept, EndUnverified, SendBack
from architect.agent.prompt_files import prompt
from architect.config.health import HealthSettings
from architect.domain.errors import (
    FileMissingError,
    HealthFault,
    NotTextError,
    OriginalMissingError,
    PathRefusedError,
    PortFault,
)
from architect.domain.health.changes import HealthChange
from architect.domain.health.comparison import compared
from architect.domain.health.measures import Health, NotMeasured
from architect.domain.health.selection import selection
from architect.domain.health.sources import GivenFiles
from architect.domain.health.words import change_words
from architect.domain.journal.check_events import HealthMeasured
from architect.domain.paths import Access
from architect.domain.text.counted import counted
from architect.domain.text.file_text import encode
from architect.execution.run_context import RunContext
from architect.execution.stop_signal import StoppedError
from architect.l10n import english
from architect.ports.code_health import CodeHealth

_MOST_LISTED = 100
_MOST_TOLD = 20


class HealthCheck:
    """Measures when the model says that it is done, and at the latest when the run ends.

    As a gate it sends the model back once.
    """

    note = ""

    def __init__(self, run: RunContext, code_health: CodeHealth, settings: HealthSettings) -> None:
        self._run = run
        self._code_health = code_health
        self._counts = selection(settings.include_patterns, settings.exclude_dirs)
        self._is_gate = settings.fail_on_worse
        self._was_sent_back = False
        self._seen: object = None

    async def judge(self, text: str) -> Accept | SendBack | EndUnverified:
        """What follows from the health of the code, for an agent that ends with `text`.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        await self._measure(may_send_back=not self._was_sent_back)
        found = self._run.state.health
        if found is None or not found.fails:
            return Accept()
        if found.problem:
            return EndUnverified(
                english("the health of the code was not measured: {problem}", problem=found.problem)
            )
        reason = english(
            "the code is less healthy in {places}",
            places=counted(found.worse_count, "place"),
        )
        if self._was_sent_back:
            return EndUnverified(reason)
        self._was_sent_back = True
        return SendBack(reason, prompt("health_worse").format(changes=_told(found.worse)))

    async def close(self) -> None:
        """Measure what has happened since, unless a user waits for the end."""
        if not self._run.stop.was_requested:
            with suppress(StoppedError):
                await self._measure(may_send_back=False)

    async def _measure(self, *, may_send_back: bool) -> None:
        """Put on record how the files that were changed are now, if that is not known."""
        state = self._run.state
        now = (state.changes, state.commands_run, state.files_modified)
        if now == self._seen or not state.contents_before:
            return
        measured = await self._run.stop.guard(self._looked_at(may_send_back))
        self._run.emit(measured)
        self._seen = now

    async def _looked_at(self, may_send_back: bool) -> HealthMeasured:
        step = self._run.state.step
        before, after, left_out = await self._texts()
        try:
            states = (GivenFiles(before), GivenFiles(after))
            was, now = await self._code_health.measure(states) if before or after else _NOTHING
        except HealthFault as fault:
            return HealthMeasured(step=step, is_gate=self._is_gate, problem=str(fault))
        found = compared(was, now)
        not_measured = (*now.not_measured, *left_out)
        return HealthMeasured(
            step=step,
            before=was.totals,
            after=now.totals,
            worse=found.worse[:_MOST_LISTED],
            worse_count=len(found.worse),
            better=found.better[:_MOST_LISTED],
            better_count=len(found.better),
            not_measured=not_measured[:_MOST_LISTED],
            not_measured_count=len(not_measured),
            is_gate=self._is_gate,
            sent_back=self._is_gate and may_send_back and bool(found.worse),
        )

    async def _texts(self) -> tuple[dict[str, str], dict[str, str], list[NotMeasured]]:
        """The changed files before the run and now, and those of them that do not count."""
        run = self._run
        before, after = dict[str, str](), dict[str, str]()
        left_out: list[NotMeasured] = []
        for path, before_sha in run.state.contents_before:
            if not self._counts(path):
                left_out.append(NotMeasured(path, english("not in health.include_patterns")))
                continue
            try:
                was = None if before_sha is None else _text(run.originals.load(before_sha))
                now = await self._now(path)
            except (PathRefusedError, PortFault, OriginalMissingError) as fault:
                left_out.append(NotMeasured(path, str(fault)))
                continue
            if was is not None:
                before[path] = was
            if now is not None:
                after[path] = now
        return before, after, left_out

    async def _now(self, path: str) -> str | None:
        place = self._run.workspace.locate(path, Access.READ)
        if self._run.guardrails.hides(place):
            raise NotTextError(english("it may hold secrets"))
        try:
            return _text(encode((await self._run.workspace.read(place)).document))
        except FileMissingError:
            return None


_NOTHING = (Health(), Health())


def _text(content: bytes) -> str:
    """The bytes as a text from which they can be had again."""
    return content.decode("utf-8", "surrogateescape")


def _told(worse: tuple[HealthChange, ...]) -> str:
    lines = [f"- {change_words(change)}" for change in worse[:_MOST_TOLD]]
    more = len(worse) - _MOST_TOLD
    return "\n".join([*lines, f"- and {more} more"] if more > 0 else lines)
