"""Everything that can happen in a run.

The modules beside this one define the events. The journal holds them in order; state, reports, logs
and streams are computed from it. `type` is the tag in the journal and in the event stream. Deltas
and raw output are shown but not journaled (`SHOWN_ONLY`): the reply and the result that follow
contain them. What only the provider may read back is journaled but not shown (`JOURNALED_ONLY`).
"""

from datetime import datetime
from typing import get_args

from architect.domain.ids import RunId
from architect.domain.journal.background_events import (
    BackgroundEnded,
    BackgroundKept,
    BackgroundStarted,
    BackgroundTold,
)
from architect.domain.journal.call_events import (
    ActionPlanned,
    FindingReported,
    HookRan,
    PlanUpdated,
    RepetitionWarned,
    SandboxMissing,
    ToolDecided,
    ToolFinished,
    ToolOutput,
    ToolRequested,
    UserAsked,
)
from architect.domain.journal.change_events import (
    ChangesKept,
    ChangesNotRecorded,
    ChangesRejected,
    FileChanged,
    FileChangeIntended,
    FileProposed,
)
from architect.domain.journal.check_events import (
    CompletionRefused,
    EvaluationFinished,
    GateRan,
    GateSkipped,
    GateStarted,
    HealthMeasured,
    ReviewCovered,
    TestsRan,
    WorkReviewed,
)
from architect.domain.journal.checkpoint_events import CheckpointFailed, CheckpointMade
from architect.domain.journal.child_events import (
    ChildCalled,
    ChildDenied,
    ChildFetches,
    ChildFinished,
    ChildReplied,
    ChildStarted,
)
from architect.domain.journal.context_events import MentionLeftOut, RulesTold, ToolsAnnounced
from architect.domain.journal.model_events import (
    ContextCompacted,
    ContextNotCompacted,
    ModelDelta,
    ModelItems,
    ModelNudged,
    ModelReasoning,
    ModelReplied,
    ModelRequested,
    ModelRetried,
    ModelSwitched,
    ModelWarned,
)
from architect.domain.journal.run_events import (
    BudgetWarned,
    MemoryAdded,
    RunFinished,
    RunStarted,
    RunTainted,
    SafetyNetHit,
    SecretRedacted,
    ServerSaid,
    StepStarted,
    ToolLeftOut,
    UserSaid,
)
from architect.frozen import frozen

Event = (
    RunStarted
    | StepStarted
    | UserSaid
    | ModelRequested
    | ModelDelta
    | ModelReasoning
    | ModelItems
    | ModelRetried
    | ModelWarned
    | ModelSwitched
    | ModelReplied
    | ModelNudged
    | ToolRequested
    | ToolDecided
    | ToolOutput
    | ToolFinished
    | FileChangeIntended
    | FileChanged
    | FileProposed
    | ChangesNotRecorded
    | ChangesRejected
    | ChangesKept
    | CheckpointMade
    | CheckpointFailed
    | ActionPlanned
    | BackgroundStarted
    | BackgroundEnded
    | BackgroundKept
    | BackgroundTold
    | ChildStarted
    | ChildCalled
    | ChildReplied
    | ChildDenied
    | ChildFetches
    | ChildFinished
    | FindingReported
    | PlanUpdated
    | UserAsked
    | ContextCompacted
    | ContextNotCompacted
    | RepetitionWarned
    | BudgetWarned
    | HookRan
    | TestsRan
    | GateStarted
    | GateRan
    | GateSkipped
    | CompletionRefused
    | EvaluationFinished
    | WorkReviewed
    | HealthMeasured
    | ReviewCovered
    | SecretRedacted
    | RunTainted
    | SandboxMissing
    | ToolLeftOut
    | ServerSaid
    | MentionLeftOut
    | RulesTold
    | ToolsAnnounced
    | MemoryAdded
    | SafetyNetHit
    | RunFinished
)

SHOWN_ONLY = (ModelDelta, ModelReasoning, ToolOutput, GateStarted, ServerSaid)
"""Shown as they happen, never journaled."""

JOURNALED_ONLY = (ModelItems,)
"""For the journal and the state alone; no sink, log, report or client gets them."""

SHOWN = tuple(kind for kind in get_args(Event) if kind not in JOURNALED_ONLY)
"""The events that are told to others."""


@frozen
class Record:
    """An event in its place: `seq` counts from 1 within a run, `at` is UTC.

    Events that are shown only carry the number of the journaled event before them.
    """

    run_id: RunId
    seq: int
    at: datetime
    event: Event
