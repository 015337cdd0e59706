"""What the command makes of a provider that fails: exit code, one document, a whole journal."""

import pytest
from tests.cli.talk import (
    KEY,
    LITELLM_ANTHROPIC,
    LITELLM_OPENAI,
    provider_environment,
    read_call,
    replayed,
    talk,
    talk_json,
)
from tests.support.command import Project
from tests.support.provider_server import (
    Behaviour,
    Chunks,
    Hang,
    Reply,
    Status,
    openai_chunk,
    refused_url,
)

RETRYING = {"ARCHITECT__LLM__RETRIES": "2"}
AT_ONCE = {"Retry-After": "0"}


def refusal(status: int, message: str, **details: str) -> Status:
    return Status(status, {"error": {"message": message, **details}})


OVERFLOW = refusal(
    400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded"
)
NULL_CHOICES = {**openai_chunk({}), "choices": None}
BROKEN_STREAM = Chunks(
    [openai_chunk({"content": "so far"}), {"error": {"message": "the engine died"}}]
)

KINDS = {"an exhausted quota": "credit", "a rate limit that stays": "rate_limit"}
FATAL: dict[str, tuple[Behaviour, int, str]] = {
    "a wrong key": (refusal(401, f"bad key {KEY}"), 4, "bad key"),
    "a key without the right": (refusal(403, "not for you"), 4, "not for you"),
    "an unknown model": (refusal(404, "no such model"), 1, "no such model"),
    "an exhausted quota": (refusal(429, "no money", code="insufficient_quota"), 1, "no money"),
    "a rate limit that stays": (refusal(429, "slow down"), 1, "slow down"),
    "a broken server": (refusal(500, "boom"), 1, "boom"),
    "a page of a proxy": (Status(200, "<html>hi</html>", content_type="text/html"), 1, "not JSON"),
    "JSON that is no reply": (Status(200, [1, 2]), 1, "not a JSON object"),
    "null choices in a stream": (Chunks([NULL_CHOICES]), 1, "no choices"),
    "null choices at once": (Status(200, NULL_CHOICES), 1, "no choices"),
    "an error within the stream": (BROKEN_STREAM, 1, "the engine died"),
    "a connection that breaks": (Reply("hello " * 20, cut_after=5), 1, "middle of a reply"),
    "a connection that breaks in a call": (
        Reply(calls=[read_call()], cut_after=3),
        1,
        "middle of a reply",
    ),
    "a stream without an end": (
        Chunks([openai_chunk({"content": "half a sen"})], done=False),
        1,
        "middle of the reply",
    ),
    "a content filter": (Reply("I will", finish="content_filter"), 1, "content filter"),
}


@pytest.mark.parametrize("case", FATAL)
def test_a_run_that_the_provider_ends_is_failed_and_says_why(project: Project, case: str) -> None:
    behaviour, code, reason = FATAL[case]
    talked = talk_json(project, [behaviour])
    document = talked.document
    assert (talked.code, document["status"], document["stop_reason"]) == (
        code,
        "failed",
        "llm_error",
    )
    usual = "authentication" if code == 4 else "model"
    assert document["error"]["kind"] == KINDS.get(case, usual)
    assert reason in document["error"]["message"]
    assert f"error: {document['error']['message']}" in talked.stderr
    assert KEY not in talked.finished.text + talked.stderr


def test_a_failure_in_the_middle_keeps_what_was_done_before(project: Project) -> None:
    talked = talk_json(project, [Reply(calls=[read_call()]), refusal(401, "key expired")])
    assert talked.code == 4
    assert talked.document["steps"] == 2
    assert [use["name"] for use in talked.document["tools_used"]] == ["read_file"]


def test_a_request_without_an_answer_in_time_is_a_timeout(project: Project) -> None:
    talked = talk_json(project, [Hang()], settings={"ARCHITECT__LLM__TIMEOUT": "1"})
    assert (talked.code, talked.document["error"]["kind"]) == (5, "timeout")
    assert "llm.timeout" in talked.document["error"]["message"]


@pytest.mark.parametrize("stream", [(), ("--no-stream",)], ids=["streamed", "whole"])
def test_a_refused_connection_names_the_address(project: Project, stream: tuple[str, ...]) -> None:
    url = refused_url()
    arguments = ("run", "do it", "--json", "--model", "openai/m", "--api-base", url, *stream)
    finished = project.architect(*arguments, environment=provider_environment())
    assert finished.code == 1
    assert finished.document["stop_reason"] == "llm_error"
    assert url in finished.document["error"]["message"]
    [journal] = project.journals
    assert replayed(journal) == finished.document


def test_a_conversation_too_long_from_the_start_is_not_done(project: Project) -> None:
    talked = talk_json(project, [OVERFLOW])
    assert (talked.code, talked.document["status"]) == (2, "partial")
    assert talked.document["stop_reason"] == "context_full"
    assert "8192" in talked.document["output"]


def test_a_conversation_that_grew_too_long_is_shortened_and_goes_on(project: Project) -> None:
    project.write("a.txt", "a line of some length\n" * 200)
    steps = [Reply(calls=[read_call(call_id=f"c{n}")]) for n in range(2)]
    talked = talk_json(project, [*steps, OVERFLOW, Reply("done")])
    assert (talked.code, talked.document["output"]) == (0, "done")
    sent = [len(str(received.body["messages"])) for received in talked.requests]
    assert sent[3] < sent[2]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_provider_that_fails_once_is_asked_again(project: Project, status: int) -> None:
    failing = Status(status, {"error": {"message": "not now"}}, AT_ONCE)
    talked = talk_json(project, [failing, Reply("fine")], settings=RETRYING)
    assert (talked.code, talked.document["output"]) == (0, "fine")
    assert "not now; retrying in 0.0 s" in talked.stderr


def test_a_provider_that_keeps_failing_is_asked_three_times(project: Project) -> None:
    failing = Status(503, {"error": {"message": "not now"}}, AT_ONCE)
    talked = talk_json(project, [failing] * 5, settings=RETRYING)
    assert (talked.code, len(talked.requests)) == (1, 3)
    warned = [line for line in talked.stderr.splitlines() if line.startswith("model: ")]
    assert ["not now" in line for line in warned] == [True, False]
    assert "failed again; retrying in 0.0 s" in warned[1]
    assert talked.stderr.count("not now") == 1


def test_what_attempts_kept_quiet_about_is_told_in_the_end(project: Project) -> None:
    failing = Status(503, {"error": {"message": "not now"}}, AT_ONCE)
    talked = talk(project, [failing] * 3, "--quiet", settings=RETRYING)
    [line] = talked.stderr.splitlines()
    assert line.startswith("error: ")
    assert "not now" in line


def test_a_wrong_key_is_not_tried_again(project: Project) -> None:
    talked = talk_json(project, [refusal(401, "bad key")] * 3, settings=RETRYING)
    assert (talked.code, len(talked.requests)) == (4, 1)


def test_a_stream_that_broke_is_asked_again_and_its_text_is_void(project: Project) -> None:
    behaviours = [Reply("wrong start", cut_after=3), Reply("right")]
    talked = talk_json(project, behaviours, settings={"ARCHITECT__LLM__RETRIES": "1"})
    assert (talked.code, talked.document["output"]) == (0, "right")


def test_a_reply_cut_at_the_output_limit_is_continued(project: Project) -> None:
    talked = talk_json(project, [Reply("one, two, ", finish="length"), Reply("three")])
    assert (talked.code, talked.document["output"]) == (0, "one, two, three")
    assert "cut off" in talked.requests[1].body["messages"][-1]["content"]


def test_a_reply_that_is_always_cut_is_not_a_success(project: Project) -> None:
    talked = talk_json(project, [Reply("and ", finish="length")] * 9)
    assert (talked.code, len(talked.requests)) == (1, 3)
    assert "output limit" in talked.document["error"]["message"]


def test_an_empty_reply_is_asked_for_again(project: Project) -> None:
    talked = talk_json(project, [Reply(""), Reply("now")])
    assert (talked.code, talked.document["output"]) == (0, "now")


def test_a_model_that_says_nothing_is_not_a_success(project: Project) -> None:
    talked = talk_json(project, [Reply(" \n")] * 9)
    assert (talked.code, len(talked.requests)) == (1, 3)
    assert "empty" in talked.document["error"]["message"]


def test_litellm_reports_a_wrong_key(project: Project) -> None:
    answer = refusal(401, f"bad key {KEY}", type="authentication_error")
    talked = talk_json(project, [answer], provider=LITELLM_ANTHROPIC)
    assert (talked.code, talked.document["error"]["kind"]) == (4, "authentication")
    assert KEY not in talked.finished.text + talked.stderr


@pytest.mark.long
def test_litellm_gives_up_on_a_stream_that_breaks(project: Project) -> None:
    talked = talk_json(project, [Reply("hello " * 20, cut_after=5)], provider=LITELLM_ANTHROPIC)
    assert (talked.code, talked.document["stop_reason"]) == (1, "llm_error")


@pytest.mark.long
def test_litellm_reports_a_request_without_an_answer_in_time(project: Project) -> None:
    settings = {"ARCHITECT__LLM__TIMEOUT": "1"}
    talked = talk_json(project, [Hang()], provider=LITELLM_OPENAI, settings=settings)
    assert (talked.code, talked.document["error"]["kind"]) == (5, "timeout")


@pytest.mark.long
def test_litellm_names_the_address_of_a_refused_connection(project: Project) -> None:
    url = refused_url()
    arguments = ("run", "do it", "--json", "--model", "openai/m", "--api-base", url)
    finished = project.architect(*arguments, environment=provider_environment(LITELLM_OPENAI))
    assert finished.code == 1
    assert url in finished.document["error"]["message"]
