"""Events that a person is warned of, in words."""

from architect.domain.escape_controls import in_one_line
from architect.domain.journal.call_events import HookRan, RepetitionWarned
from architect.domain.journal.change_events import ChangesNotRecorded
from architect.domain.journal.context_events import MentionLeftOut
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import (
    ContextNotCompacted,
    ModelNudged,
    ModelSwitched,
    ModelWarned,
)
from architect.domain.journal.run_events import (
    BudgetWarned,
    RunTainted,
    SecretRedacted,
    ToolLeftOut,
)
from architect.domain.text.counted import counted
from architect.l10n import shown, t
from architect.policy.secrets.redactor import KNOWN_VALUE

_MOST_NAMED = 3


def warning(event: Event) -> str | None:
    """What to say whenever there is such an `event`; None if it is nothing to warn of."""
    match event:
        case ModelNudged(reason=reason):
            return t("model: {reason}; retrying", reason=shown(reason))
        case ModelWarned(message=message):
            return t("model: {message}", message=shown(message))
        case ModelSwitched(before=before, model=model, reason=reason):
            return t(
                "model: {model} takes over from {before}: {reason}",
                model=model,
                before=before,
                reason=shown(reason),
            )
        case BudgetWarned(message=message):
            return t("budget: {message}", message=shown(message))
        case RunTainted(source=source):
            return t(
                "untrusted content: {source}; from now on, whatever sends data out of the "
                "workspace requires confirmation",
                source=shown(source),
            )
        case ChangesNotRecorded():
            return _not_recorded(event)
        case ToolLeftOut(source=source, name="", reason=reason):
            return t(
                "tools of {source} left out: {reason}",
                source=in_one_line(source),
                reason=shown(reason),
            )
        case ToolLeftOut(source=source, name=name, reason=reason):
            return t(
                "tool left out: {tool} of {source}: {reason}",
                tool=in_one_line(name),
                source=in_one_line(source),
                reason=shown(reason),
            )
        case ContextNotCompacted(reason=reason):
            return t("context not summed up: {reason}", reason=shown(reason))
        case MentionLeftOut(mention=mention, reason=reason):
            return t("not attached: {mention}: {reason}", mention=mention, reason=shown(reason))
        case RepetitionWarned(count=count):
            return t("the model repeats itself: the same result {count} times", count=count)
        case _:
            return None


def redaction_words(event: SecretRedacted) -> str:
    """That something was kept back, and where."""
    where = in_one_line(event.where)
    if event.rule == KNOWN_VALUE:
        return t("redacted the value of a key variable in {where}", where=where)
    return t(
        "redacted what looks like a key ({fingerprint}) in {where}",
        fingerprint=event.fingerprint,
        where=where,
    )


def hook_words(event: HookRan) -> str:
    """What is wrong with a hook."""
    return t(
        "hook {name} ({hook_event}): {problem}",
        name=event.name,
        hook_event=event.hook_event,
        problem=shown(event.problem),
    )


def _not_recorded(changes: ChangesNotRecorded) -> str:
    """What undo does not cover of the changes that a command made."""
    if not changes.count:
        return t("undo does not cover this command: {reason}", reason=shown(changes.reason))
    named = ", ".join(map(in_one_line, changes.paths[:_MOST_NAMED]))
    more = ", ..." if changes.count > _MOST_NAMED else ""
    files = shown(counted(changes.count, "changed file"))
    return t(
        "undo does not cover {files}: {reason} ({named}{more})",
        files=files,
        reason=shown(changes.reason),
        named=named,
        more=more,
    )
