"""A run as a page to read: its events in Markdown."""

import json
from collections.abc import Iterable
from functools import reduce

from architect.app.ending_words import ending_of
from architect.app.event_log import LoggedEvent
from architect.domain.journal.call_events import (
    FindingReported,
    PlanUpdated,
    ToolDecided,
    ToolFinished,
    ToolRequested,
)
from architect.domain.journal.change_events import ChangesRejected, FileChanged, FileProposed
from architect.domain.journal.events import Event, Record
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import (
    ContextCompacted,
    ContextNotCompacted,
    ModelReplied,
    ModelRetried,
    ModelSwitched,
)
from architect.domain.journal.run_events import (
    RunFinished,
    RunStarted,
    SafetyNetHit,
    StepStarted,
    UserSaid,
)
from architect.domain.journal.state import AgentState
from architect.domain.plan import UPDATE_PLAN
from architect.domain.text.counted import counted
from architect.l10n import shown, t

_RESULT_LINES = 30


def transcript(title: str, events: Iterable[LoggedEvent]) -> str:
    """The page of one run."""
    told = [event.what.event for event in events if isinstance(event.what, Record)]
    state = reduce(apply, told, AgentState())
    replied = dict.fromkeys(each.model for each in told if isinstance(each, ModelReplied))
    models = t(", then ").join(filter(None, replied))
    parts = [f"# {title}", *filter(None, (_part(event, state, models=models) for event in told))]
    return "\n\n".join(parts) + "\n"


def _part(event: Event, state: AgentState, *, models: str) -> str | None:
    """What the page says of `event`; `models` are those that replied, if that is known.

    `state` is the last one of the run.
    """
    match event:
        case RunStarted():
            who = t("{agent} with {model}", agent=event.agent, model=models or event.model)
            return f"{who}\n\n> {_quoted(event.task)}"
        case StepStarted():
            return f"## {t('Step {number}', number=event.step)}"
        case ModelReplied() if event.is_to_the_user:
            return _reply(event)
        case ToolRequested(name=name) | ToolFinished(name=name, success=True) if (
            name == UPDATE_PLAN
        ):
            return None
        case PlanUpdated():
            return "\n".join(f"- {step.line}" for step in event.steps)
        case ToolRequested():
            return f"**{event.name}** {_fenced(_arguments(event.arguments), 'json')}"
        case ToolDecided(allowed=False):
            reason = shown(event.reason)
            return t("*denied by {by}: {reason}*", by=event.by, reason=reason)
        case ToolFinished():
            return f"{t('Result of {name}:', name=event.name)}{_fenced(_cut(event.text))}"
        case FindingReported(finding=found):
            return f"- {found.severity}, {found.path}:{found.line}: {found.title}"
        case SafetyNetHit():
            return f"*{shown(event.message)}*"
        case RunFinished():
            said = f"\n\n{shown(event.error.message)}" if event.error else ""
            return f"## {shown(ending_of(state).words)}{said}"
        case _:
            return _part_about_model(event) or _part_about_changes(event)


def _part_about_model(event: Event) -> str | None:
    match event:
        case ModelSwitched():
            return t(
                "*{model} took over from {before}: {reason}*",
                model=event.model,
                before=event.before,
                reason=shown(event.reason),
            )
        case ModelRetried():
            return t("*retried: {reason}*", reason=shown(event.reason))
        case ContextCompacted():
            return _compacted(event)
        case ContextNotCompacted():
            return t("*context not summed up: {reason}*", reason=shown(event.reason))
        case UserSaid():
            return f"> {_quoted(event.text)}"
        case _:
            return None


def _reply(event: ModelReplied) -> str | None:
    """What was said, below what was thought, which shows on demand."""
    said = [event.text.strip()]
    if event.reasoning.strip():
        thought = _fenced(event.reasoning.strip(), "text")
        said.insert(0, f"<details><summary>{t('Thinking')}</summary>\n{thought}\n\n</details>")
    return "\n\n".join(filter(None, said)) or None


def _compacted(event: ContextCompacted) -> str:
    """What is no longer sent from here on; the page has it all the same."""
    line = t(
        "*context: {before:,} to {after:,} tokens; the oldest {steps} left out*",
        before=event.tokens_before,
        after=event.tokens_after,
        steps=shown(counted(event.dropped_steps, "step")),
    )
    if not event.summary:
        return line
    summary = _fenced(event.summary, "text")
    return f"{line}\n\n<details><summary>{t('Summary')}</summary>\n{summary}\n\n</details>"


def _part_about_changes(event: Event) -> str | None:
    match event:
        case FileChanged():
            return f"{_changed(event)}\n\n{_fenced(event.diff, 'diff')}"
        case FileProposed():
            what = t("{what} (proposed)", what=_changed(event))
            return f"{what}\n\n{_fenced(event.diff, 'diff')}"
        case ChangesRejected():
            note = f": {event.note}" if event.note else ""
            return f"*{t('the user rejected changes')}{note}*\n\n{_fenced(event.patch, 'diff')}"
        case _:
            return None


def _changed(event: FileChanged | FileProposed) -> str:
    return f"{shown(event.kind)} `{event.path}`"


def _quoted(text: str) -> str:
    return text.replace("\n", "\n> ")


def _arguments(text: str) -> str:
    try:
        return json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    except ValueError:
        return text


def _cut(text: str) -> str:
    lines = text.split("\n")
    if len(lines) <= _RESULT_LINES:
        return text
    return "\n".join(
        [*lines[:_RESULT_LINES], t("[... {more} more lines]", more=len(lines) - _RESULT_LINES)]
    )


def _fenced(text: str, language: str = "") -> str:
    """`text` in a fence that is longer than any in it."""
    longest = max(
        (len(run) for run in text.replace("\n", " ").split(" ") if set(run) == {"`"}), default=0
    )
    fence = "`" * max(3, longest + 1)
    return f"\n{fence}{language}\n{text.rstrip()}\n{fence}"
