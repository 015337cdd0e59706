"""What the modes that people choose from mean."""

from tests.support.table import table

from architect.app.run_modes import agent_going_on, agent_in, mode_of, options_in
from architect.domain.ids import SessionId
from architect.domain.journal.run_events import RunStarted
from architect.domain.run_mode import RunMode
from architect.domain.run_request import RunOptions, RunRequest
from architect.domain.verdict import ConfirmMode, EditReview

SENSITIVE, YOLO = ConfirmMode.CONFIRM_SENSITIVE, ConfirmMode.YOLO


@table(
    ("mode", "review", "confirm", "edits"),
    [
        (None, None, None, EditReview.PROPOSE),
        ("ask", None, SENSITIVE, EditReview.CONFIRM),
        ("edit", None, SENSITIVE, EditReview.AFTER),
        ("edit", EditReview.PROPOSE, SENSITIVE, EditReview.PROPOSE),
        ("yolo", None, YOLO, EditReview.CONFIRM),
        ("plan", None, None, EditReview.PROPOSE),
        ("confirm-all", None, ConfirmMode.CONFIRM_ALL, EditReview.CONFIRM),
    ],
)
def test_what_is_asked_about(
    mode: RunMode | None,
    review: EditReview | None,
    confirm: ConfirmMode | None,
    edits: EditReview,
) -> None:
    options = options_in(mode, RunOptions(review=review))
    request = RunRequest("t", "build").with_options(options, review=EditReview.PROPOSE)
    assert (request.mode, request.edits) == (confirm, edits)


@table(
    ("agent", "mode", "review", "name"),
    [
        ("build", SENSITIVE, EditReview.CONFIRM, "ask"),
        ("build", SENSITIVE, EditReview.AFTER, "edit"),
        ("build", YOLO, EditReview.CONFIRM, "yolo"),
        ("plan", SENSITIVE, EditReview.CONFIRM, "plan"),
        ("build", ConfirmMode.CONFIRM_ALL, EditReview.CONFIRM, "confirm-all"),
        ("build", SENSITIVE, None, "confirm-sensitive"),
        ("review", YOLO, None, None),
        ("explain", YOLO, EditReview.AFTER, "yolo"),
    ],
)
def test_what_the_mode_of_a_run_is_called_that_a_journal_may_be_too_old_to_tell(
    agent: str, mode: ConfirmMode, review: EditReview | None, name: str | None
) -> None:
    started = RunStarted(
        session_id=SessionId("s"),
        task="t",
        agent=agent,
        model="m",
        workspace="/w",
        mode=mode,
        dry_run=False,
        max_steps=1,
        system="",
        opening="",
        review=review,
    )
    assert mode_of(started) == name


@table(
    ("mode", "wanted", "last", "agent"),
    [
        (None, None, "plan", "plan"),
        (None, "review", "plan", "review"),
        ("plan", "build", "build", "plan"),
        ("edit", None, "plan", "build"),
        ("ask", None, "plan", "build"),
        ("edit", None, "review", "build"),
        (None, None, "review", "build"),
        ("confirm-all", None, "review", "build"),
        ("plan", None, "review", "plan"),
        (None, "review", "review", "review"),
        (None, "scribe", "review", "scribe"),
        (None, None, "scribe", "scribe"),
        ("edit", None, "scribe", "scribe"),
        ("edit", "scribe", "plan", "scribe"),
        ("confirm-all", None, "plan", "plan"),
    ],
)
def test_which_agent_works(mode: RunMode | None, wanted: str | None, last: str, agent: str) -> None:
    assert agent_in(mode, wanted, last=last) == agent


@table(
    ("mode", "wanted", "last", "agent"),
    [
        (None, None, "review", "review"),
        ("edit", None, "review", "review"),
        ("plan", None, "review", "plan"),
        (None, "build", "review", "build"),
        (None, None, "plan", "plan"),
        ("edit", None, "plan", "build"),
        (None, None, "build", "build"),
    ],
)
def test_which_agent_goes_on_without_words(
    mode: RunMode | None, wanted: str | None, last: str, agent: str
) -> None:
    assert agent_going_on(mode, wanted, last=last) == agent
