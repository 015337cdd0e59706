"""Tool calls as models really send them: nothing is lost, nothing is taken for done."""

import json

import pytest
from tests.cli.talk import (
    LITELLM_ANTHROPIC,
    LITELLM_OPENAI,
    Provider,
    command_call,
    read_call,
    talk_json,
    write_call,
)
from tests.support.command import Project
from tests.support.provider_server import Call, Chunks, Reply, Status, openai_chunk
from tests.support.selection import LONG_TIER

DONE = Reply("done")


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (Call("read_file", '{"path": "a.txt'), "not valid JSON"),
        (Call("read_file", "{'path': 'a.txt'}"), "not valid JSON"),
        (Call("read_file", '["a.txt"]'), "must be a JSON object, not a list"),
        (Call("read_file", '"a.txt"'), "must be a JSON object, not a str"),
        (Call("read_file", '{"pth": "a.txt"}'), "path"),
        (Call("read_file", '{"path": ["a.txt"]}'), "path"),
        (Call("raed_file", '{"path": "a.txt"}'), "read_file"),
        (Call("", '{"path": "a.txt"}'), "read_file"),
        (Call("read_file", "[" * 5_000), "not valid JSON"),
    ],
    ids=[
        "cut JSON",
        "Python instead of JSON",
        "list",
        "text",
        "unknown argument",
        "wrong type",
        "unknown tool",
        "no name",
        "deep JSON",
    ],
)
def test_a_call_that_cannot_be_run_goes_back_to_the_model(
    project: Project, call: Call, answer: str
) -> None:
    talked = talk_json(project, [Reply("Look:", calls=[call]), DONE])
    [result] = talked.results()
    assert result.startswith("Error: ")
    assert answer in result
    [use] = talked.document["tools_used"]
    assert (use["name"], use["success"]) == (call.name, False)
    assert talked.document["output"] == "done"


def test_a_call_cut_at_the_output_limit_is_not_run(project: Project) -> None:
    cut = Call("write_file", '{"path": "new.txt", "content": "half')
    talked = talk_json(project, [Reply(calls=[cut], finish="length"), DONE])
    assert "cut off" in talked.results()[0]
    assert not (project.folder / "new.txt").exists()


def test_ids_that_stand_twice_in_a_reply_are_told_apart(project: Project) -> None:
    reply = Reply(calls=[read_call("a.txt"), read_call("b.txt")])
    talked = talk_json(project, [reply, DONE], "--no-stream")
    assert ["alpha" in talked.results()[0], "beta" in talked.results()[1]] == [True, True]
    assert talked.code == 0


def test_ids_that_come_again_in_a_later_reply_are_told_apart(project: Project) -> None:
    replies = [Reply(calls=[read_call(path)]) for path in ("a.txt", "b.txt", "a.txt")]
    talked = talk_json(project, [*replies, DONE])
    assert len(talked.results()) == 3
    assert [use["path"] for use in talked.document["tools_used"]] == ["a.txt", "b.txt", "a.txt"]


def test_calls_whose_deltas_have_no_ids_are_all_run(project: Project) -> None:
    deltas = [
        {"index": 0, "function": {"name": "read_file", "arguments": '{"path":'}},
        {"index": 1, "function": {"name": "read_file", "arguments": '{"path":"b.txt"}'}},
        {"index": 0, "function": {"arguments": '"a.txt"}'}},
    ]
    chunks = [openai_chunk({"tool_calls": [delta]}) for delta in deltas]
    talked = talk_json(project, [Chunks([*chunks, openai_chunk({}, "tool_calls")]), DONE])
    assert [use["path"] for use in talked.document["tools_used"]] == ["a.txt", "b.txt"]
    assert talked.code == 0


def test_calls_merged_under_one_index_are_all_run(project: Project) -> None:
    calls = [
        {"index": 0, "id": f"c{path}", "function": {"name": "read_file", "arguments": arguments}}
        for path in ("a", "b")
        for arguments in [json.dumps({"path": f"{path}.txt"})]
    ]
    chunks = [openai_chunk({"tool_calls": calls}), openai_chunk({}, "tool_calls")]
    talked = talk_json(project, [Chunks(chunks), DONE])
    assert [use["path"] for use in talked.document["tools_used"]] == ["a.txt", "b.txt"]
    assert talked.code == 0


def test_text_beside_calls_is_kept_and_shown(project: Project) -> None:
    talked = talk_json(project, [Reply("First I look.", calls=[read_call()]), DONE])
    said = [message["content"] for message in talked.requests[1].body["messages"]]
    assert "First I look." in said
    assert "First I look." in talked.stderr


def test_calls_are_run_whatever_the_finish_reason_says(project: Project) -> None:
    talked = talk_json(project, [Reply(calls=[write_call()], finish="stop"), DONE])
    assert talked.document["files_modified"] == ["new.txt"]
    assert project.read("new.txt") == "new\n"


def test_a_thousand_calls_in_one_reply_are_all_answered_in_order(project: Project) -> None:
    calls = [read_call(f"{n}.txt", call_id=f"c{n}") for n in range(1_000)]
    talked = talk_json(project, [Reply(calls=calls), DONE])
    assert [f"'{n}.txt'" in result for n, result in enumerate(talked.results())] == [True] * 1_000
    assert len(talked.document["tools_used"]) == 1_000


def test_ten_megabytes_of_text_arrive_whole(project: Project) -> None:
    text = "0123456789abcde\n" * (10 * 1024 * 1024 // 16) + "end"
    talked = talk_json(project, [Reply(text, piece=64 * 1024)])
    assert len(talked.document["output"]) == len(text)
    assert (talked.document["output"] == text) is True


def test_text_that_is_not_valid_unicode_does_not_break_the_document(project: Project) -> None:
    talked = talk_json(project, [Reply("half a pair: \ud83d", calls=[read_call()]), DONE])
    assert talked.code == 0


def test_the_same_call_with_the_same_result_ends_the_run(project: Project) -> None:
    replies = [Reply(calls=[read_call(call_id=f"c{n}")]) for n in range(5)]
    talked = talk_json(project, [*replies, Reply("I was stuck.")])
    assert (talked.code, talked.document["stop_reason"]) == (2, "no_progress")
    assert talked.document["output"] == "I was stuck."


ODD_CALLS = [
    Call("read_file", '{"path": "a.txt"}', "same"),
    Call("read_file", '{"path": "b.txt"}', "same"),
    Call("raed_file", '{"path": "a.txt"}', "unknown"),
    Call("read_file", '["a.txt"]', "list"),
]
BUSY = Status(429, {"error": {"message": "slow down"}}, {"Retry-After": "0"})


@pytest.mark.parametrize(
    "provider",
    [
        pytest.param(LITELLM_OPENAI, id="openai", marks=LONG_TIER),
        pytest.param(LITELLM_ANTHROPIC, id="claude"),
    ],
)
def test_litellm_brings_odd_calls_through_and_the_work_gets_done(
    project: Project, provider: Provider
) -> None:
    work = [write_call(call_id="w"), command_call("cat new.txt", call_id="r")]
    replies = [BUSY, Reply("Look:", calls=ODD_CALLS), Reply(""), Reply(calls=work), DONE]
    settings = {"ARCHITECT__LLM__RETRIES": "1"}
    talked = talk_json(project, replies, provider=provider, settings=settings)
    uses = [(use["name"], use["success"]) for use in talked.document["tools_used"]]
    assert uses == [
        ("read_file", True),
        ("read_file", True),
        ("raed_file", False),
        ("read_file", False),
        ("write_file", True),
        ("run_command", True),
    ]
    assert (talked.code, talked.document["output"]) == (0, "done")
    assert talked.document["costs"]["total_tokens"] == 4 * 15
    assert "slow down; retrying in 0.0 s" in talked.stderr


def test_litellm_does_not_take_a_cut_call_or_a_withheld_reply_for_done(project: Project) -> None:
    cut = Call("write_file", '{"path": "new.txt", "content": "half')
    replies = [Reply(calls=[cut], finish="length"), Reply("x", finish="content_filter")]
    talked = talk_json(project, replies, provider=LITELLM_OPENAI)
    assert "cut off" in talked.results()[0]
    assert (talked.code, talked.document["status"]) == (1, "failed")
    assert not (project.folder / "new.txt").exists()
