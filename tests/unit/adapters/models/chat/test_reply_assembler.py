from typing import Any

import pytest
from tests.support.table import table

from architect.adapters.models.chat.reply_assembler import ReplyAssembler
from architect.adapters.models.token_counts import usage_of
from architect.domain.errors import GarbledReplyError, StreamCutError
from architect.domain.model_exchange import FinishReason, ModelReply
from architect.domain.usage import Usage


def chunk(delta: dict[str, Any] | None = None, finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def delta(
    name: str | None = None,
    arguments: Any = None,
    *,
    index: int | None = None,
    id: str | None = None,
) -> dict[str, Any]:
    """A tool-call delta; what is None is left out or null."""
    entry: dict[str, Any] = {"id": id, "function": {"name": name, "arguments": arguments}}
    return entry if index is None else {**entry, "index": index}


def assembled(*chunks: dict[str, Any], ended: bool = True) -> ModelReply:
    assembler = ReplyAssembler(lambda _: None)
    for piece in chunks:
        assembler.feed(piece)
    return assembler.reply(ended=ended)


def calls_of(*deltas: dict[str, Any]) -> list[tuple[str, str]]:
    reply = assembled(
        *[chunk({"tool_calls": [item]}) for item in deltas], chunk(None, "tool_calls")
    )
    return [(call.name, call.arguments) for call in reply.calls]


A, B = '{"x":1}', '{"y":2}'


@pytest.mark.parametrize(
    ("deltas", "expected"),
    [
        pytest.param(
            [
                delta("f", "", index=0, id="a"),
                delta(None, '{"x"', index=0),
                delta(None, ":1}", index=0),
            ],
            [("f", A)],
            id="as OpenAI sends it",
        ),
        pytest.param(
            [
                delta("f", "", index=0, id="a"),
                delta("g", "", index=1, id="b"),
                delta(None, B, index=1),
                delta(None, A, index=0),
            ],
            [("f", A), ("g", B)],
            id="two calls in turns",
        ),
        pytest.param(
            [delta("f", A, index=0, id="a"), delta("g", B, index=0, id="b")],
            [("f", A), ("g", B)],
            id="one index, two ids",
        ),
        pytest.param(
            [
                delta("f", "", index=0, id="a"),
                delta(None, A, index=0),
                delta("g", "", index=0, id="b"),
                delta(None, B, index=0),
            ],
            [("f", A), ("g", B)],
            id="one index, two ids, in pieces",
        ),
        pytest.param(
            [delta("f", A, id="a"), delta("g", B, id="b")],
            [("f", A), ("g", B)],
            id="no index",
        ),
        pytest.param(
            [delta("f", '{"x"', id="a"), delta(None, ":1}", id="a"), delta("g", B, id="b")],
            [("f", A), ("g", B)],
            id="no index, in pieces with ids",
        ),
        pytest.param(
            [delta("f", '{"x"'), delta(None, ":1}"), delta("g", B)],
            [("f", A), ("g", B)],
            id="neither index nor id",
        ),
        pytest.param(
            [delta("f", A, index=0), delta("f", B, index=0)],
            [("f", A), ("f", B)],
            id="one index, no ids, whole calls",
        ),
        pytest.param(
            [delta("f", A, index=0), delta("f", A, index=0)],
            [("f", A)],
            id="the same delta twice, no ids",
        ),
        pytest.param(
            [delta("f", A, index=0, id="a"), delta("f", A, index=0, id="a")],
            [("f", A)],
            id="the same delta twice",
        ),
        pytest.param(
            [delta("f", '{"x"', index=0, id="a"), delta(None, ":1}", index=0, id="b")],
            [("f", A)],
            id="a new id in every delta",
        ),
        pytest.param(
            [delta("f", "", index=0), delta(None, A, index=0, id="a")],
            [("f", A)],
            id="the id comes later",
        ),
        pytest.param(
            [delta("f", '{"x"', index=0, id="a"), delta("f", ":1}", index=0, id="a")],
            [("f", A)],
            id="the name is repeated",
        ),
        pytest.param(
            [
                delta("read_", "", index=0, id="a"),
                delta("file", "", index=0, id="a"),
                delta(None, A, index=0),
            ],
            [("read_file", A)],
            id="the name comes in pieces",
        ),
        pytest.param(
            [delta("f", "{}", index=0, id="a"), delta(None, A, index=0)],
            [("f", A)],
            id="empty arguments as a placeholder",
        ),
        pytest.param([delta("f", {"x": "ü"}, index=0)], [("f", '{"x": "ü"}')], id="an object"),
        pytest.param([delta("f", None, index=0, id="a")], [("f", "")], id="no arguments"),
        pytest.param([delta("", A, index=0, id="a")], [("", A)], id="an empty name"),
        pytest.param([delta("f", A + B, index=0)], [("f", A + B)], id="two objects in one call"),
        pytest.param(
            [delta("f", '{"x":{"x":', index=0, id="a"), delta(None, '{"x":1}}}', index=0)],
            [("f", '{"x":{"x":{"x":1}}}')],
            id="a piece that starts like an object",
        ),
    ],
)
def test_calls_are_put_together(
    deltas: list[dict[str, Any]], expected: list[tuple[str, str]]
) -> None:
    assert calls_of(*deltas) == expected


def test_several_deltas_in_one_chunk_are_all_taken() -> None:
    deltas = [
        delta("f", '{"x"', index=0, id="a"),
        delta(None, ":1}", index=0),
        delta("g", B, index=1),
    ]
    reply = assembled(chunk({"tool_calls": deltas}, "tool_calls"))
    assert [(call.name, call.arguments) for call in reply.calls] == [("f", A), ("g", B)]


def test_a_legacy_function_call_is_a_call() -> None:
    reply = assembled(
        chunk({"function_call": {"name": "f", "arguments": '{"x"'}}),
        chunk({"function_call": {"arguments": ":1}"}}),
        chunk({}, "function_call"),
    )
    assert [(call.name, call.arguments) for call in reply.calls] == [("f", A)]
    assert reply.finish is FinishReason.TOOL_CALLS


def test_ids_stay_as_they_were_sent() -> None:
    entries = [delta("f", A, id="a"), delta("f", A, id="a"), delta("g", B)]
    message = {"content": None, "tool_calls": entries}
    reply = assembled({"choices": [{"message": message, "finish_reason": "tool_calls"}]})
    assert [call.id for call in reply.calls] == ["a", "a", ""]


def test_an_index_means_the_same_as_a_number_and_as_a_text() -> None:
    first = {**delta("f", '{"x"', id="a"), "index": "0"}
    second = {**delta(None, ":1}"), "index": 0}
    assert calls_of(first, second) == [("f", A)]


def choice(index: int | None, text: str, finish: str | None = None) -> dict[str, Any]:
    return {"index": index, "delta": {"content": text}, "finish_reason": finish}


def test_of_several_choices_the_first_one_seen_is_taken() -> None:
    both = {"choices": [choice(1, "a"), choice(0, "x")]}
    one_by_one = [
        {"choices": [choice(0, "x", "length")]},
        {"choices": [choice(1, "b", "stop")]},
    ]
    assert assembled(both, *one_by_one) == ModelReply("ab")
    unnumbered = {"choices": [choice(None, "a", "stop"), choice(None, "x", "length")]}
    assert assembled(unnumbered) == ModelReply("a")


@pytest.mark.parametrize(
    ("sent", "finish"),
    [
        ("stop", FinishReason.STOP),
        ("end_turn", FinishReason.STOP),
        ("length", FinishReason.LENGTH),
        ("max_tokens", FinishReason.LENGTH),
        ("content_filter", FinishReason.CONTENT_FILTER),
        ("SAFETY", FinishReason.CONTENT_FILTER),
        ("tool_calls", FinishReason.TOOL_CALLS),
        ("COMPLETE", FinishReason.STOP),
        ("stop_sequence", FinishReason.STOP),
        ("model_length", FinishReason.LENGTH),
        ("sensitive", FinishReason.CONTENT_FILTER),
        ("RECITATION", FinishReason.CONTENT_FILTER),
    ],
)
def test_finish_reasons_are_translated(sent: str, finish: FinishReason) -> None:
    assert assembled(chunk({"content": "a"}, sent)).finish is finish


def test_a_stop_with_calls_is_about_the_calls() -> None:
    assert (
        assembled(chunk({"tool_calls": [delta("f", A)]}, "stop")).finish is FinishReason.TOOL_CALLS
    )


def test_text_is_passed_on_as_it_comes_and_kept() -> None:
    shown: list[str] = []
    assembler = ReplyAssembler(lambda piece: shown.append(piece.text))
    for piece in ({"content": "a"}, {"content": None}, {"content": ""}, {"content": "b"}):
        assembler.feed(chunk(piece))
    assembler.feed(chunk({"content": [{"type": "text", "text": "c"}]}, "stop"))
    assert (shown, assembler.reply(ended=True).text) == (["a", "b", "c"], "abc")


def test_the_last_usage_counts_also_without_choices() -> None:
    usage = {"prompt_tokens": 7, "completion_tokens": 2}
    first = {**chunk({"content": "a"}, "stop"), "usage": {"prompt_tokens": 1}}
    assert assembled(first, {"choices": [], "usage": usage}).usage == Usage(7, 2, 0)


@table(
    ("sent", "usage"),
    [
        (None, None),
        ({}, None),
        ({"prompt_tokens": 9, "completion_tokens": None}, Usage(9, 0, 0)),
        (
            {
                "prompt_tokens": 9,
                "completion_tokens": 1,
                "prompt_tokens_details": {"cached_tokens": 4},
            },
            Usage(9, 1, 4),
        ),
        ({"prompt_tokens": 9, "prompt_tokens_details": None}, Usage(9, 0, 0)),
        ({"prompt_tokens": 9, "cache_read_input_tokens": 4}, Usage(9, 0, 4)),
        ({"input_tokens": 9, "output_tokens": 1, "cache_read_input_tokens": 4}, Usage(13, 1, 4)),
        ({"prompt_tokens": float("inf"), "completion_tokens": 1}, None),
        ({"prompt_tokens": float("nan"), "completion_tokens": 1}, None),
        ({"prompt_tokens": 9, "completion_tokens": -1}, None),
        ({"prompt_tokens": 10**30, "completion_tokens": 1}, None),
        ({"prompt_tokens": "9", "completion_tokens": 1}, None),
        ({"prompt_tokens": 10**9, "completion_tokens": 1}, Usage(10**9, 1, 0)),
        ({"prompt_tokens": 0, "completion_tokens": 0}, None),
        ({"prompt_tokens": None, "completion_tokens": None}, None),
        ({"prompt_tokens": 9, "cache_read_input_tokens": 10**30}, Usage(9, 0, 0)),
        ({"input_tokens": float("inf"), "output_tokens": 1}, None),
    ],
)
def test_tokens_are_counted_in_either_vocabulary(sent: object, usage: Usage | None) -> None:
    assert usage_of(sent) == usage


def test_an_end_without_reason_or_mark_is_a_cut() -> None:
    with pytest.raises(StreamCutError):
        assembled(chunk({"content": "a"}), ended=False)
    with pytest.raises(StreamCutError):
        assembled(ended=False)


def test_a_marked_end_without_a_reason_is_a_stop_if_there_is_anything() -> None:
    assert assembled(chunk({"content": "a"})).finish is FinishReason.STOP
    with pytest.raises(GarbledReplyError):
        assembled(chunk({}))


@pytest.mark.parametrize("choices", [None, [], [None], "odd", {}])
def test_a_reply_without_choices_is_garbled(choices: object) -> None:
    with pytest.raises(GarbledReplyError, match="no choices"):
        assembled({"choices": choices}, {})


def test_an_empty_reply_that_is_finished_is_a_reply() -> None:
    assert assembled(chunk({}, "stop")) == ModelReply("")


@pytest.mark.parametrize(
    "reason",
    [
        "error",
        "ERROR",
        "abort",
        "cancelled",
        "network_error",
        "insufficient_system_resource",
        "malformed_function_call",
    ],
)
def test_an_unknown_finish_reason_is_a_cut_that_names_it(reason: str) -> None:
    with pytest.raises(StreamCutError, match=repr(reason)):
        assembled(chunk({"content": "a"}, reason))


@pytest.mark.parametrize("place", ["delta", "message"])
def test_a_refusal_without_content_is_a_content_filter(place: str) -> None:
    refused = {"content": None, "refusal": "I will not."}
    reply = assembled({"choices": [{place: refused, "finish_reason": "stop"}]})
    assert reply == ModelReply("I will not.", (), FinishReason.CONTENT_FILTER)
    answered = {**refused, "content": "But here is more. "}
    reply = assembled({"choices": [{place: answered, "finish_reason": "stop"}]})
    assert reply.finish is FinishReason.STOP


@pytest.mark.parametrize(
    "odd",
    [
        {"tool_calls": None},
        {"tool_calls": [None]},
        {"tool_calls": "odd"},
        {"function_call": None},
        {"content": 5},
    ],
)
def test_null_and_odd_fields_are_skipped(odd: dict[str, Any]) -> None:
    assert assembled(chunk(odd), chunk({"content": "a"}, "stop")) == ModelReply("a")


def test_a_call_without_a_function_is_kept_for_the_engine_to_answer() -> None:
    [call] = assembled(chunk({"tool_calls": [{"id": "a", "function": None}]}, "stop")).calls
    assert (call.id, call.name, call.arguments) == ("a", "", "")
