"""Playing recorded runs again, in a folder that is thrown away."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import replace
from glob import escape
from pathlib import Path

from architect.app.recording import Recording
from architect.app.replay_tree import Tree, bring_up_to
from architect.bootstrap.replay import ReplayParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import new_session_id, open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.workspaces import disk_workspace
from architect.config.schema import Config
from architect.domain.errors import JournalFault, UserError
from architect.domain.ids import RunId, names_run, run_id_of
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ModelReplied
from architect.domain.text.counted import counted
from architect.domain.verdict import Answer, Choice, Confirmation, Subject
from architect.execution.message_queue import QueuedMessage
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.services.replay.differences import Comparison, Difference
from architect.services.replay.recorded_run import RecordedRun, RunFacts
from architect.services.runs import Run

_ELSEWHERE = "a recording from elsewhere"
_NOT_FOR_OTHERS = (Subject.EGRESS, Subject.SENSITIVE_FILE)


@frozen(kw_only=True)
class Replayed:
    """A run that was played again, how many steps of it, and what went another way.

    There are `more` differences than those.
    """

    run_id: RunId
    steps: int
    differences: tuple[Difference, ...]
    more: int = 0


async def replay(
    recording: Recording,
    config: Config,
    tree: Tree,
    *,
    until: int | None = None,
) -> list[Replayed]:
    """Play the runs of `recording` again in `tree`, which is theirs to change.

    With `until` that is the first run up to this step.

    Raises:
        UserError: there is no run that could be played again.
    """
    found: list[Replayed] = []
    last = tree.checkpoint
    session_id = new_session_id(system_clock())
    for number, run in enumerate(recording.runs, start=1):
        if found and last and recording.root is not None:
            last = await bring_up_to(run, config, recording.root, tree.folder, last)
        folders = ({run.folder}, {tree.folder, run.folder})
        if until is not None:
            _expect_step(until, run)
        comparison = Comparison(run, folders=folders, until=until)
        await _play(
            run,
            config,
            tree.folder,
            run_id=run_id_of(session_id, number),
            until=until,
            sinks=(_Seen(comparison),),
            is_own=recording.is_own,
        )
        different, more = await asyncio.to_thread(comparison.end)
        steps = comparison.facts.steps
        found.append(
            Replayed(run_id=run.run_id, steps=steps, differences=tuple(different), more=more)
        )
        if until is not None:
            break
    return found


def _expect_step(until: int, run: RecordedRun) -> None:
    """
    Raises:
        UserError: the run has not as many steps.
    """
    if until > run.facts.steps:
        raise UserError(
            english(
                "the first run has {steps}, so it cannot be played up to step {until}",
                steps=counted(run.facts.steps, "step"),
                until=until,
            )
        )


async def _play(
    run: RecordedRun,
    config: Config,
    folder: Path,
    *,
    run_id: RunId,
    until: int | None,
    sinks: Sequence[EventSink],
    is_own: bool,
) -> None:
    """Play one run again in `folder` as the run `run_id`, and show its events to `sinks`.

    One that `is_own` was let through here before; nobody answers for one from elsewhere.
    """
    said = _Said(run.facts)
    host = Host(
        workspace=disk_workspace(folder),
        approver=_AsRecorded(run.facts, is_own=is_own),
        sinks=(said, *sinks),
        aliases=(run.folder,),
        editable=tuple(map(escape, run.facts.changed)),
    )
    request = run.request()
    if until is not None:
        request = replace(request, max_steps=until)
    settings = _settings(run, config, is_own=is_own)
    taints = run.facts.taints if is_own else [*run.facts.taints, _ELSEWHERE]
    moved = run.moved_to(folder)
    parts = ReplayParts(settings, host, Credentials(os.environ), moved, taints=taints)
    session = await open_session(folder, run_id)
    opened = await RunFactory(parts).open(request, session)
    said.to(opened)
    try:
        await opened.go()
    except JournalFault as fault:
        raise UserError(english("the replay cannot be recorded: {fault}", fault=fault)) from fault


def _settings(run: RecordedRun, config: Config, *, is_own: bool) -> Config:
    """`config` without what asks models of its own, pays, goes out to the network or outlives it.

    What was recorded elsewhere runs in the sandbox, unless the user has switched that off.
    """
    commands = config.commands
    if not is_own and commands.sandbox == "auto":
        commands = commands.model_copy(update={"sandbox": "require", "network": False})
    evaluation = config.evaluation.mode if run.facts.is_evaluated else "off"
    health = run.facts.health
    return config.model_copy(
        update={
            "commands": commands,
            "llm": config.llm.model_copy(update={"model": run.started.model}),
            "evaluation": config.evaluation.model_copy(update={"mode": evaluation}),
            "auto_review": config.auto_review.model_copy(update={"enabled": run.facts.is_reviewed}),
            "health": config.health.model_copy(
                update={
                    "enabled": health is not None,
                    "fail_on_worse": health is not None and health.is_gate,
                }
            ),
            "checkpoints": config.checkpoints.model_copy(update={"enabled": False}),
            "mcp": config.mcp.model_copy(update={"enabled": False}),
            "web": config.web.model_copy(update={"enabled": False}),
            # The index of a folder that is gone afterwards is of no use to anybody.
            "indexer": config.indexer.model_copy(update={"use_cache": False}),
        }
    )


class _Seen:
    """A sink that compares the events of the run itself, not those of runs below it."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison

    def show(self, record: Record) -> None:
        if not names_run(record.run_id.partition(".")[2]):
            self._comparison.see(record.event)


class _Said:
    """A sink that says what the user said while the run worked, behind the same replies."""

    def __init__(self, facts: RunFacts) -> None:
        self._said = list(facts.said)
        self._replies = 0
        self._run: Run | None = None

    def to(self, run: Run) -> None:
        """Say it to that run."""
        self._run = run
        self._say_what_is_due()

    def show(self, record: Record) -> None:
        event = record.event
        if isinstance(event, ModelReplied) and not names_run(record.run_id.partition(".")[2]):
            self._replies += event.purpose == "step"
            self._say_what_is_due()

    def _say_what_is_due(self) -> None:
        while self._run is not None and self._said and self._said[0][0] <= self._replies:
            said = self._said.pop(0)[1]
            self._run.say(QueuedMessage(said.message_id, said.text), at_once=False)


class _AsRecorded:
    """Says what was said then: yes to what was let through, and the same words to questions.

    What a recording from elsewhere sends out of the workspace nobody here has let through.
    """

    def __init__(self, facts: RunFacts, *, is_own: bool) -> None:
        self._denied = facts.denied
        self._answers = list(facts.answers)
        self._is_own = is_own

    async def confirm(self, question: Confirmation) -> Answer:
        if question.subject is Subject.QUESTION:
            answer = self._answers.pop(0) if self._answers else None
            return Answer(Choice.DENY) if answer is None else Answer(Choice.ONCE, answer)
        if question.subject in _NOT_FOR_OTHERS and not self._is_own:
            return Answer(Choice.DENY)
        reason = self._denied.get(question.title)
        if reason is None:
            return Answer(Choice.ONCE)
        return Answer(Choice.DENY, reason.removeprefix(f"{question.reason}; "))
