"""What happens in a run as updates of an ACP session.

https://agentclientprotocol.com/protocol/tool-calls and https://agentclientprotocol.com/protocol/agent-plan
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from architect.acp.diff_content import MOST_DIFFS, patch_content
from architect.acp.shown_terminals import ShownTerminals, tells_more
from architect.acp.tool_kinds import kind_of
from architect.app.finding_words import severity_word
from architect.app.reports.safe_markdown import block, code, inline, paragraph, with_code
from architect.app.workflows.workflow_note import WORKFLOW
from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import (
    FindingReported,
    PlanUpdated,
    ToolDecided,
    ToolFinished,
    ToolRequested,
)
from architect.domain.journal.change_events import FileChanged, FileProposed
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import (
    ModelDelta,
    ModelReasoning,
    ModelReplied,
    ModelRetried,
    ModelSwitched,
    ModelWarned,
)
from architect.domain.journal.run_events import RunStarted, SafetyNetHit, UserSaid
from architect.domain.plan import UPDATE_PLAN, PlanStep
from architect.l10n import shown, shown_exactly, t
from architect.lazy_pattern import lazy_pattern
from architect.services.task_names import shown_title

Update = dict[str, Any]

_NAME = lazy_pattern(r"[A-Za-z0-9.-]+(?:_[A-Za-z0-9.-]+)*")
"""A name of a tool that Markdown leaves as it is."""

_MOST_TITLE = 200

MOST_OUTPUT = 20_000
"""Characters that a call shows of what came out of it, the last ones."""


def said(
    text: str, *, by: Literal["agent", "user", "thought"] = "agent", message_id: str = ""
) -> Update:
    """A piece of a message; those of one message have the same id."""
    kind = "agent_thought_chunk" if by == "thought" else f"{by}_message_chunk"
    update = {"sessionUpdate": kind, "content": {"type": "text", "text": text}}
    return update | ({"messageId": message_id} if message_id else {})


def notice(title: str, more: str = "") -> Update:
    """What is told besides the conversation; only clients that ask for it get any."""
    update = {"sessionUpdate": "notice", "severity": "info", "title": title}
    return update | ({"description": more} if more else {})


class RunUpdates:
    """Tells of one run in the folder `root`; what a call shows grows with what comes of it.

    An update of a call replaces all that it showed before. With `terminals` a command shows one.
    """

    def __init__(
        self, root: Path, run_id: RunId, *, terminals: bool, is_of_unit: bool = False
    ) -> None:
        self._root, self._run_id, self._is_of_unit = root, run_id, is_of_unit
        self._terminals = ShownTerminals(root, offered=terminals)
        self._diffs: dict[str, list[Update]] = {}
        self._replies = 0

    def live(self, event: Event) -> Iterator[Update]:
        """What a client is told of `event` while it happens; messages come in pieces."""
        match event:
            case ModelDelta(text=text) if event.is_to_the_user:
                yield said(text, message_id=self._message_id("said"))
            case ModelReasoning(text=text) if event.is_to_the_user:
                yield said(text, by="thought", message_id=self._message_id("thought"))
            case ModelReplied():
                self._replies += 1
            case ModelRetried(reason=reason, delay_s=delay_s):
                again = t("trying again in {delay_s:.0f} s", delay_s=delay_s)
                yield said(f"{paragraph(shown(reason))}; {again}\n\n", by="thought")
            case ModelSwitched(model=model, before=before, reason=reason):
                told = t(
                    "{model} took over from {before}: {reason}",
                    model=model,
                    before=before,
                    reason=shown(reason),
                )
                yield said(f"{inline(told)}\n\n")
            case ModelWarned(message=message) | SafetyNetHit(message=message):
                yield said(f"{paragraph(shown(message))}\n\n", by="thought")
            case _:
                yield from self._of_call(event)

    def past(self, event: Event) -> Iterator[Update]:
        """What a client is told of `event` when a session is loaded; messages are whole."""
        match event:
            case RunStarted():
                yield from _went_before(event)
                yield said(shown_title(event.title) or event.task, by="user")
            case UserSaid(text=text):
                yield said(text, by="user")
            case ModelReplied():
                if event.is_to_the_user:
                    yield from self._reply(event)
                self._replies += 1
            case _:
                yield from self._of_call(event)

    def grows(self, call_id: CallId) -> bool:
        """Whether what the call says is shown behind what it said before, not instead of it."""
        return call_id in self._terminals

    def output(self, call_id: CallId, text: str) -> Update:
        """What a call has said so far; of one that `grows`, what is new."""
        known_as = self._known_as(call_id)
        if self.grows(call_id):
            return _update(known_as, _meta=self._terminals.output(call_id, text))
        return _update(known_as, status="in_progress", content=[_text(block(text))])

    def _reply(self, event: ModelReplied) -> Iterator[Update]:
        if event.reasoning.strip():
            yield said(event.reasoning, by="thought", message_id=self._message_id("thought"))
        if event.text.strip():
            yield said(event.text, message_id=self._message_id("said"))

    def _message_id(self, kind: str) -> str:
        """The id of what the model says now, which is the same when the session is loaded."""
        return f"{self._run_id}.{self._replies + 1}.{kind}"

    def _of_call(self, event: Event) -> Iterator[Update]:
        match event:
            case PlanUpdated(steps=steps):
                yield plan_update(steps)
            case ToolRequested(name=name) | ToolFinished(name=name) if name == UPDATE_PLAN:
                return
            case ToolRequested():
                yield self._requested(event)
            case ToolDecided(name=name) if name != UPDATE_PLAN:
                if not event.allowed:
                    self._terminals.never_ran(event.call_id)
                yield _decided(
                    event,
                    self._known_as(event.call_id),
                    shows=self._terminals.content(event.call_id),
                )
            case FindingReported(finding=found):
                place, severity = f"{found.path}:{found.line}", severity_word(found.severity)
                yield said(f"\n\n- {severity}, {code(place)}: {inline(found.title)}\n\n")
            case FileChanged() | FileProposed():
                yield self._changed(event)
            case ToolFinished():
                yield self._finished(event)
            case _:
                return

    def _changed(self, event: FileChanged | FileProposed) -> Update:
        diffs = self._diffs.setdefault(event.call_id, [])
        diffs += patch_content(event.diff, self._root)[: MOST_DIFFS - len(diffs)]
        shown = [*self._terminals.content(event.call_id), *diffs]
        content = {"content": shown} if diffs else {}
        place = [{"path": str(self._root / event.path)}]
        return _update(self._known_as(event.call_id), locations=place, **content)

    def _finished(self, event: ToolFinished) -> Update:
        """The end of a call; an edit shows its diffs, and a command what it said before them."""
        diffs = self._diffs.pop(event.call_id, [])
        status = "completed" if event.success else "failed"
        if event.call_id in self._terminals:
            return self._ended_terminal(event, status, diffs)
        if diffs and event.success and kind_of(event.name) == "edit":
            return _update(self._known_as(event.call_id), status=status, content=diffs)
        text = event.text
        if not event.success and event.error is not None and event.error not in text:
            text = f"{text.rstrip()}\n{event.error}".lstrip()
        content = [_text(block(text[-MOST_OUTPUT:])), *diffs]
        return _update(self._known_as(event.call_id), status=status, content=content)

    def _ended_terminal(self, event: ToolFinished, status: str, diffs: list[Update]) -> Update:
        """The end of a command: it said the rest, but not why it was ended."""
        why = [_text(paragraph(event.error))] if event.error and tells_more(event) else []
        content = [*self._terminals.content(event.call_id), *why, *diffs]
        known_as, told = self._known_as(event.call_id), self._terminals.ended(event)
        return _update(known_as, status=status, content=content, _meta=told)

    def _requested(self, event: ToolRequested) -> Update:
        arguments, call_id = _arguments(event.arguments), self._known_as(event.call_id)
        started = _requested(event, arguments, self._root, call_id)
        told = self._terminals.opened(event, arguments, call_id)
        if not told:
            return started
        command = str(arguments.get("command", "")).strip().partition("\n")[0]
        return {**started, "title": call_title(event.name, command), "_meta": told}

    def _known_as(self, call_id: CallId) -> str:
        return known_as(self._run_id, call_id, is_of_unit=self._is_of_unit)


def known_as(run_id: RunId, call_id: CallId, *, is_of_unit: bool = False) -> str:
    """How a client knows a call: some models number their calls anew in each run.

    The runs of the units of a workflow have sessions of their own.
    """
    return f"{run_id if is_of_unit else run_id.rpartition('.')[2]}.{call_id}"


def _went_before(started: RunStarted) -> Iterator[Update]:
    """The workflows that the user had go before the run."""
    for each in started.attached:
        if each.kind == WORKFLOW:
            command = code(f"architect workflows {each.name}")
            told = t(
                "A workflow went on here. {command} in a terminal shows what it did.",
                command=command,
            )
            yield said(f"{told}\n\n")


def plan_update(steps: Sequence[PlanStep]) -> Update:
    """The plan as a list to tick off."""
    entries = [
        {"content": each.step, "priority": "medium", "status": each.status} for each in steps
    ]
    return {"sessionUpdate": "plan", "entries": entries}


def _requested(event: ToolRequested, arguments: dict[str, Any], root: Path, call_id: str) -> Update:
    started: Update = {
        "sessionUpdate": "tool_call",
        "toolCallId": call_id,
        "title": call_title(event.name),
        "name": event.name,
        "kind": kind_of(event.name),
        "status": "pending",
        "rawInput": arguments,
    }
    path, line = arguments.get("path"), arguments.get("offset")
    if isinstance(path, str) and path.isprintable() and path:
        place: Update = {"path": str(root / path)}
        if isinstance(line, int) and line > 0:
            place["line"] = line
        started["locations"] = [place]
    return started


def _decided(event: ToolDecided, call_id: str, *, shows: list[Update]) -> Update:
    """What was decided about a call; one that is allowed `shows` this from now on, if anything."""
    title = call_title(event.name, shown_exactly(event.summary))
    if event.allowed:
        content = {"content": shows} if shows else {}
        return _update(call_id, title=title, status="in_progress", **content)
    denied = t("Denied: {reason}", reason=with_code(shown(event.reason)))
    return _update(call_id, title=title, status="failed", content=[_text(denied)])


def call_title(name: str, summary: str = "") -> str:
    """A call in a line; clients read it as Markdown, so that what a model chose is code there."""
    called = name if _NAME.fullmatch(name) else code(name[:_MOST_TITLE])
    line = summary.strip()
    if len(line) > _MOST_TITLE:
        line = f"{line[:_MOST_TITLE]} ..."
    return f"{called} {code(line)}" if line else called


def _update(call_id: str, **fields: Any) -> Update:
    return {"sessionUpdate": "tool_call_update", "toolCallId": call_id, **fields}


def _text(text: str) -> Update:
    return {"type": "content", "content": {"type": "text", "text": text}}


def _arguments(text: str) -> dict[str, Any]:
    """The arguments as the model sent them; none if they are no object."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}
