"""What options make of a request."""

from tests.support.table import table

from architect.domain.run_request import RunOptions, RunRequest
from architect.domain.verdict import ConfirmMode, EditReview

CHOSEN: list[tuple[RunOptions, EditReview]] = [
    (RunOptions(), EditReview.AFTER),
    (RunOptions(mode=ConfirmMode.CONFIRM_SENSITIVE), EditReview.CONFIRM),
    (RunOptions(review=EditReview.PROPOSE), EditReview.PROPOSE),
    (RunOptions(mode=ConfirmMode.YOLO, review=EditReview.AFTER), EditReview.AFTER),
]


@table(("options", "edits"), CHOSEN)
def test_whoever_chooses_a_mode_of_asking_is_asked_unless_edits_are_looked_at_otherwise(
    options: RunOptions, edits: EditReview
) -> None:
    request = RunRequest("t", "build").with_options(options, review=EditReview.AFTER)
    assert (request.mode, request.edits) == (options.mode, edits)
