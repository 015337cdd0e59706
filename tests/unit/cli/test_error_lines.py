import pytest

from architect.cli.chat.error_lines import failure_remedy
from architect.domain.remedies import RemedyKind


@pytest.mark.parametrize("kind", ["retry", "openSettings", "startOllama"])
def test_who_could_not_reach_the_model_is_told_to_send_the_message_again(kind: RemedyKind) -> None:
    assert "send the message again" in failure_remedy(kind)


def test_who_was_refused_is_told_where_to_correct_the_key() -> None:
    assert "where it comes from" in failure_remedy("enterKey")
