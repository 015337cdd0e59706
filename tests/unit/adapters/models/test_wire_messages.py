import json

import pytest

from architect.adapters.models.wire_messages import wire_messages
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)


def sent_call(arguments: str, name: str = "grep") -> dict[str, str]:
    call = ToolCall(CallId("c1"), name, arguments)
    [message] = wire_messages([AssistantMessage("", (call,))])
    return message["tool_calls"][0]["function"]


def test_a_conversation_becomes_chat_messages() -> None:
    call = ToolCall(CallId("c1"), "grep", '{"pattern": "x"}')
    messages = (
        SystemMessage("s"),
        UserMessage("u"),
        AssistantMessage("", (call,)),
        ToolMessage(CallId("c1"), "grep", "found"),
        AssistantMessage("done"),
    )
    function = {"name": "grep", "arguments": '{"pattern": "x"}'}
    assert wire_messages(messages) == [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "u"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": function}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "found"},
        {"role": "assistant", "content": "done"},
    ]


@pytest.mark.parametrize("raw", ["{'a': 1}", "[1]", '"text"', "null", '{"a": NaN}', "[" * 9_000])
def test_arguments_that_are_no_json_object_are_quoted(raw: str) -> None:
    assert json.loads(sent_call(raw)["arguments"]) == {"malformed_arguments": raw}


def test_a_lone_surrogate_does_not_stop_the_request() -> None:
    [message] = wire_messages([UserMessage("a\ud800b")])
    assert message["content"] == "a?b"
    assert sent_call('{"a": "\udfff"}')["arguments"] == '{"a": "?"}'


def test_a_call_and_its_result_keep_one_id_that_can_be_sent() -> None:
    ids = [CallId("a\ud800"), CallId("a\udfff")]
    calls = tuple(ToolCall(call_id, "grep", "{}") for call_id in ids)
    results = [ToolMessage(call_id, "grep", "found") for call_id in ids]
    message, *answers = wire_messages([AssistantMessage("", calls), *results])
    sent = [call["id"] for call in message["tool_calls"]]
    assert sent == [answer["tool_call_id"] for answer in answers]
    assert len(set(sent)) == 2
    assert "".join(sent).isascii()


@pytest.mark.parametrize("raw", ["", " \n"])
def test_no_arguments_at_all_are_an_empty_object(raw: str) -> None:
    assert sent_call(raw)["arguments"] == "{}"


@pytest.mark.parametrize(
    ("name", "sent"), [("a.b c", "a_b_c"), ("", "unnamed_tool"), ("x" * 99, "x" * 64)]
)
def test_a_name_no_provider_takes_is_mended(name: str, sent: str) -> None:
    assert sent_call("{}", name)["name"] == sent


def test_an_assistant_turn_is_never_empty() -> None:
    assert wire_messages([AssistantMessage("")])[0]["content"] == "(empty reply)"


def test_only_the_system_message_is_marked_for_caching() -> None:
    system, user = wire_messages([SystemMessage("s"), UserMessage("u")], cache_system=True)
    marked = {"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}
    assert system["content"] == [marked]
    assert user["content"] == "u"
