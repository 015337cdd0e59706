"""What becomes of images that the user shows, in the conversation that follows from the journal."""

from dataclasses import replace
from functools import reduce

from tests.support.rig import reply_event, started_event

from architect.agent.compaction_note import note_about
from architect.domain.attached import KeptImage
from architect.domain.journal.events import Event
from architect.domain.journal.fold import apply
from architect.domain.journal.model_events import ContextCompacted
from architect.domain.journal.run_events import UserSaid
from architect.domain.journal.state import AgentState
from architect.domain.messages import UserMessage

FIRST = KeptImage("first.png", "image/png", "aa", 7)
SECOND = KeptImage("second.png", "image/png", "bb", 7)
THIRD = KeptImage("third.png", "image/png", "cc", 7)

EVENTS: tuple[Event, ...] = (
    replace(started_event(opening="Look."), images=(FIRST,)),
    reply_event(1, text="A dot."),
    UserSaid(step=1, message_id="m", text="and this", told="and this", images=(SECOND,)),
    reply_event(2, text="Two dots."),
    replace(started_event(opening="More."), images=(THIRD,)),
)


def folded(*events: Event) -> AgentState:
    return reduce(apply, events, AgentState())


def shown(state: AgentState) -> list[tuple[str, ...]]:
    users = (each for each in state.messages if isinstance(each, UserMessage))
    return [tuple(image.name for image in each.images) for each in users]


def test_they_stand_where_they_were_shown_also_in_the_next_run() -> None:
    assert shown(folded(*EVENTS)) == [("first.png",), ("second.png",), ("third.png",)]


def test_a_compaction_leaves_them_out_and_says_which() -> None:
    state = folded(*EVENTS)
    note = note_about(state, 1, summary="")
    assert "[Images that you are no longer shown: 'first.png', 'second.png'." in note
    compacted = ContextCompacted(dropped_steps=1, tokens_before=9, tokens_after=5, note=note)
    after = folded(*EVENTS, compacted)
    assert shown(after) == [(), ("third.png",)]
    again = note_about(apply(after, reply_event(1, text="Three.")), 1, summary="")
    assert "'first.png', 'second.png', 'third.png'" in again
