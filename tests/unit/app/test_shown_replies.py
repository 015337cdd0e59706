"""Which replies of the model are shown to the user."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

from tests.support.lines import Lines
from tests.support.rig import reply_event, started_event
from tests.support.table import table

from architect.app.event_log import LoggedEvent
from architect.app.transcript import transcript
from architect.cli.human_log import HumanLog
from architect.cli.human_log_options import HumanLogOptions
from architect.domain.ids import RunId
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import Purpose
from architect.lsp.protocol.to_json import event_params


def record(purpose: str) -> Record:
    reply = replace(
        reply_event(1, text="what was done"),
        purpose=cast(Purpose, purpose),
        reasoning="what was thought",
    )
    return Record(RunId("20260102-030405-abcdef.1"), 1, datetime(2026, 1, 2, tzinfo=UTC), reply)


def on_the_terminal(told: Record) -> str:
    lines = Lines()
    HumanLog(lines, HumanLogOptions(stream=False)).show(told)
    return lines.text


def in_the_transcript(told: Record) -> str:
    return transcript("a run", [LoggedEvent(1, told.run_id, told)])


def in_an_editor(told: Record) -> str:
    shown = event_params(told, seq=1)
    return "\n".join((shown["reasoning"], shown["text"]))


WAYS = (on_the_terminal, in_the_transcript, in_an_editor)
PURPOSES = {"step": True, "close": True, "compact": False}


@table(("shown", "purpose"), [(way, purpose) for way in WAYS for purpose in PURPOSES])
def test_only_what_is_said_to_the_user_is_shown(
    shown: Callable[[Record], str], purpose: str
) -> None:
    text = shown(record(purpose))
    assert ("what was done" in text) is PURPOSES[purpose]
    assert ("what was thought" in text) is PURPOSES[purpose]


def test_the_transcript_names_all_models_that_replied() -> None:
    replies = [
        replace(record("step"), event=replace(reply_event(number), model=model))
        for number, model in enumerate(("a/one", "a/one", "b/two"), 1)
    ]
    begun = replace(record("step"), event=started_event())
    page = transcript("a run", [LoggedEvent(1, one.run_id, one) for one in (begun, *replies)])
    assert "with a/one, then b/two\n" in page


def test_a_thought_cannot_end_its_block_in_the_transcript() -> None:
    told = record("step")
    thought = "it prints\n```\n</details>\n# Done"
    told = replace(told, event=replace(told.event, reasoning=thought))
    fenced = f"````text\n{thought}\n````"
    assert fenced in in_the_transcript(told)
