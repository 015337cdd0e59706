from hypothesis import given
from hypothesis import strategies as st

from architect.agent.unique_ids import with_unique_ids
from architect.domain.ids import CallId
from architect.domain.messages import ToolCall


def calls(*ids: str) -> list[ToolCall]:
    return [
        ToolCall(CallId(id_), "grep", f'{{"pattern": "{index}"}}') for index, id_ in enumerate(ids)
    ]


def ids_of(unique: tuple[ToolCall, ...]) -> list[str]:
    return [call.id for call in unique]


def test_ids_that_are_unique_stay() -> None:
    wanted = calls("a", "b")
    assert with_unique_ids(wanted, set()) == tuple(wanted)


def test_an_id_that_stands_twice_gets_a_number() -> None:
    assert ids_of(with_unique_ids(calls("a", "a", "a"), set())) == ["a", "a-2", "a-3"]


def test_an_id_of_an_earlier_reply_gets_a_number() -> None:
    used: set[CallId] = set()
    with_unique_ids(calls("call_0"), used)
    assert ids_of(with_unique_ids(calls("call_0"), used)) == ["call_0-2"]
    assert used == {"call_0", "call_0-2"}


def test_an_empty_id_is_replaced() -> None:
    unique = ids_of(with_unique_ids(calls("", ""), set()))
    assert len(set(unique)) == 2
    assert all(unique)


def test_a_number_that_the_model_uses_itself_is_not_given_away_twice() -> None:
    unique = ids_of(with_unique_ids(calls("a", "a", "a-2", "a-2"), set()))
    assert len(set(unique)) == 4


@given(st.lists(st.lists(st.sampled_from(["", "a", "a-2", "a-3", "call", "call-2"]), max_size=8)))
def test_ids_are_unique_over_all_replies_and_nothing_else_changes(replies: list[list[str]]) -> None:
    used: set[CallId] = set()
    seen: list[str] = []
    for reply in replies:
        wanted = calls(*reply)
        unique = with_unique_ids(wanted, used)
        assert [call.arguments for call in unique] == [call.arguments for call in wanted]
        seen += ids_of(unique)
    assert len(set(seen)) == len(seen)
    assert "" not in seen
