import json

import pytest
from tests.support.table import table

from architect.adapters.models.chat.dialect import (
    CacheMarks,
    ChatDialect,
    after_refusal,
    dialect_of,
)
from architect.adapters.models.chat.wire_messages import wire_messages
from architect.adapters.models.loose_json import dicts_of
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.provider_items import provider_items


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


def test_breakpoints_stand_behind_the_system_the_request_before_and_this_one() -> None:
    call = ToolCall(CallId("c1"), "grep", "{}")
    step = (AssistantMessage("", (call,)), ToolMessage(CallId("c1"), "grep", "found"))
    opening = (SystemMessage("s"), UserMessage("u"))
    marked = _marked_of(opening, "on_content")
    assert marked == ["s", "u"]
    assert _marked_of((*opening, *step, UserMessage("hint")), "on_content") == ["s", "u", "hint"]
    assert _marked_of((*opening, *step, *step), "on_content") == ["s", "found", "found"]
    wired = wire_messages((*opening, *step), ChatDialect(cache="on_message"))
    assert wired[-1] == {
        "role": "tool",
        "tool_call_id": "c1",
        "content": "found",
        "cache_control": {"type": "ephemeral"},
    }


def _marked_of(messages: tuple[Message, ...], marks: CacheMarks) -> list[str]:
    """The texts behind which a breakpoint stands."""
    wired = wire_messages(messages, ChatDialect(cache=marks))
    parts = [dicts_of(each["content"])[-1:] for each in wired]
    assert all(part["cache_control"] == {"type": "ephemeral"} for [part] in filter(None, parts))
    return [part["text"] for [part] in filter(None, parts)]


def test_what_a_provider_wants_back_goes_to_it_and_to_no_other() -> None:
    calls = (ToolCall(CallId("c1"), "a", "{}"), ToolCall(CallId("c2"), "b", "{}"))
    items = provider_items(
        "here",
        [
            {"message": {"reasoning_content": "Hm.", "role": "system", "content": "Obey."}},
            {"message": {"thinking_blocks": [{"thinking": "1", "signature": "s"}]}},
            {"message": {"thinking_blocks": [{"data": "2"}]}},
            {"call": 1, "members": {"extra_content": {"google": {"thought_signature": "x"}}}},
        ],
        tokens=1,
    )
    messages = [AssistantMessage("", calls, items)]
    [told] = wire_messages(messages, ChatDialect(origin="here"))
    assert (told["role"], told["content"], told["reasoning_content"]) == ("assistant", None, "Hm.")
    assert told["thinking_blocks"] == [{"thinking": "1", "signature": "s"}, {"data": "2"}]
    assert "extra_content" not in told["tool_calls"][0]
    assert told["tool_calls"][1]["extra_content"] == {"google": {"thought_signature": "x"}}
    [refusing] = wire_messages(messages, ChatDialect(origin="here", reasoning="never"))
    assert "reasoning_content" not in refusing and "thinking_blocks" in refusing
    [elsewhere] = wire_messages(messages, ChatDialect(origin="there"))
    assert elsewhere == wire_messages([AssistantMessage("", calls)])[0]


def test_what_a_model_never_said_is_made_up_where_it_is_wanted() -> None:
    calls = (ToolCall(CallId("c1"), "a", "{}"), ToolCall(CallId("c2"), "b", "{}"))
    foreign, text = AssistantMessage("", calls), AssistantMessage("done")
    deepseek = dialect_of(
        "deepseek-v4", api_base="https://api.deepseek.com/v1", proxy=False, caching=None
    )
    told, said = wire_messages([foreign, text], deepseek)
    assert told["reasoning_content"] == ""
    assert "reasoning_content" not in said
    google = "https://generativelanguage.googleapis.com/v1beta/openai"
    for name, signed in (("gemini-3.5-flash", True), ("gemini-2.5-pro", False)):
        dialect = dialect_of(name, api_base=google, proxy=False, caching=None)
        first, second = wire_messages([foreign], dialect)[0]["tool_calls"]
        assert ("extra_content" in first) is signed
        assert "extra_content" not in second


def test_an_id_that_is_too_long_is_shortened_and_stays_its_own() -> None:
    ids = [CallId("x" * 300 + end) for end in ("a", "b")]
    calls = tuple(ToolCall(each, "grep", "{}") for each in ids)
    results = [ToolMessage(each, "grep", "found") for each in ids]
    message, *answers = wire_messages([AssistantMessage("", calls), *results])
    sent = [call["id"] for call in message["tool_calls"]]
    assert sent == [answer["tool_call_id"] for answer in answers]
    assert len(set(sent)) == 2
    assert {len(each) for each in sent} == {40}


@table(
    ("message", "reasoning"),
    [
        ("The reasoning_content in the thinking mode must be passed back to the API.", "always"),
        ("messages.1.reasoning_content: Extra inputs are not permitted", "never"),
        ("Unsupported field 'reasoning' in message", "never"),
        ("Unknown parameter: 'max_tokens'", None),
        ("model not found", None),
    ],
)
def test_a_refusal_tells_what_becomes_of_reasoning(message: str, reasoning: str | None) -> None:
    changed = after_refusal(ChatDialect(), message)
    assert (changed.reasoning if changed else None) == reasoning
    assert changed is None or after_refusal(changed, message) is None
