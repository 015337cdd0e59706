"""What a client is told while a run works."""

from collections.abc import Callable

from architect.domain.journal.call_events import FindingReported, ToolDecided
from architect.domain.journal.events import Event, Record
from architect.domain.journal.model_events import ModelReplied, ModelRetried, ModelSwitched
from architect.domain.journal.run_events import SafetyNetHit, StepStarted
from architect.domain.text.counted import counted
from architect.l10n import shown, shown_exactly, t

_MOST_CHARS = 300


class RunProgress:
    """A sink that tells what happens, a line for each."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def show(self, record: Record) -> None:
        if (line := progress_line(record.event)) is not None:
            self._tell(line)


def progress_line(event: Event) -> str | None:
    """The line for people about `event`; None if it has to be told nobody."""
    match event:
        case StepStarted(step=step):
            return t("step {step}", step=step)
        case ModelReplied(text=text) if event.is_to_the_user and text.strip():
            return _short(text)
        case ModelRetried(reason=reason, delay_s=delay_s):
            seconds = shown(counted(round(delay_s), "second"))
            return t("{reason}; trying again in {seconds}", reason=shown(reason), seconds=seconds)
        case ModelSwitched():
            return t("{model} took over from {before}", model=event.model, before=event.before)
        case ToolDecided():
            return _short(_call(event))
        case FindingReported(finding=found):
            return _short(f"{found.severity}, {found.path}:{found.line}: {found.title}")
        case SafetyNetHit(message=message):
            return _short(shown(message))
        case _:
            return None


def _call(event: ToolDecided) -> str:
    call = f"{event.name} {shown_exactly(event.summary)}".strip()
    if event.allowed:
        return call
    return t("{call}: denied, {reason}", call=call, reason=shown(event.reason))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_CHARS else f"{line[: _MOST_CHARS - 3]}..."
