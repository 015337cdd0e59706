"""What the model thinks: seen by who watches, never taken for what it says."""

import json
from dataclasses import replace

from tests.cli.talk import LITELLM_ANTHROPIC, provider_environment, talk
from tests.support.command import Finished, Project
from tests.support.provider_server import Call, Hang, ProviderServer, Reply, Status
from tests.support.strict_chat import StrictDeepSeek, Turn
from tests.support.until import until

THOUGHT = "alpha needs\na second look"
SCRIPT = {
    "schema_version": 1,
    "replies": [
        {"reasoning": THOUGHT, "calls": [{"name": "read_file", "arguments": {"path": "a.txt"}}]},
        {
            "reasoning": "enough",
            "text": "All is well.",
            "usage": {"input_tokens": 9, "output_tokens": 5, "reasoning_tokens": 3},
        },
    ],
}


def thinking_run(project: Project, *flags: str) -> Finished:
    project.write("script.json", json.dumps(SCRIPT))
    return project.architect("run", "look", "--model", "recorded/script.json", *flags)


def test_thoughts_are_shown_while_they_come_and_are_no_part_of_the_answer(project: Project) -> None:
    finished = thinking_run(project)
    assert "thinking\n  | alpha needs\n  | a second look\nstep 1 · " in finished.stderr
    assert "thinking\n  | enough\nAll is well.\n" in finished.stderr
    assert finished.text == "All is well.\n"


def test_scripts_read_thoughts_as_events_and_nobody_else_does(project: Project) -> None:
    finished = thinking_run(project, "--events", "--quiet")
    events = [line["event"] for line in finished.lines]
    thought = [event["text"] for event in events if event["type"] == "model.reasoning"]
    said = [event["text"] for event in events if event["type"] == "model.delta"]
    assert "".join(thought) == THOUGHT + "enough"
    assert "".join(said) == "All is well."
    assert finished.stderr == ""
    [journal] = project.journals
    again = project.architect("run", "look", "--model", f"recorded/{journal}", "--json")
    assert again.document["output"] == "All is well."
    assert "needs" not in again.text
    assert "  | alpha needs" in again.stderr


TURNS = (
    Turn("Quietly I wonder.", calls=(Call("read_file", '{"path": "a.txt"}', "c1"),)),
    Turn("", calls=(Call("list_files", "{}", "c2"), Call("read_file", '{"path": "b.txt"}', "c3"))),
    Turn("That will do.", "Done."),
)


def test_thoughts_go_back_word_for_word_after_a_kill_and_to_no_other_model(
    project: Project,
) -> None:
    strict = StrictDeepSeek(TURNS)
    log = project.home / "log.jsonl"
    environment = {**provider_environment(), "ARCHITECT__LOGGING__FILE": str(log)}
    script = (strict.answer, strict.answer, Hang(), strict.answer, Reply("Something else."))
    with ProviderServer(script) as server:
        at = ("--api-base", f"{server.url}/v1", "--model")
        with project.start("run", "look", *at, "openai/m", environment=environment) as killed:
            until(lambda: len(server.requests) == 3, "the third request")
            killed.kill()
        resumed = project.architect("resume", "--json", *at, "openai/m", environment=environment)
        assert (resumed.document["output"], strict.refusals) == ("Done.", [])
        other = project.architect("resume", *at, "openai/other", environment=environment)
        assert other.text == "Something else.\n"
    told = [each.body["messages"] for each in server.requests[-2:]]
    assert ["Quietly I wonder." in str(messages) for messages in told] == [True, False]
    nobody = log.read_text() + resumed.text + other.text
    assert "wonder" not in nobody and "model.items" not in nobody


def test_reasoning_is_asked_for_in_the_request_and_refused_before_it(project: Project) -> None:
    talked = talk(project, [Reply("done")], "--reasoning", "high")
    assert [received.body["reasoning_effort"] for received in talked.requests] == ["high"]
    [plain] = talk(project, [Reply("done")]).requests
    assert "reasoning_effort" not in plain.body

    refused = project.architect("run", "x", "--model", "gpt-4.1", "--reasoning", "high")
    assert (refused.code, refused.text) == (3, "")
    assert "gpt-4.1 does not reason: leave out llm.reasoning_effort (--reasoning)" in refused.stderr

    error = {"message": "Unsupported value: 'reasoning_effort' does not support 'max'"}
    rejected = talk(project, [Status(400, {"error": error})], "--reasoning", "max")
    assert rejected.code == 1
    assert "llm.reasoning_effort (--reasoning) is 'max', which is refused: " in rejected.stderr


def test_litellm_thinks_within_a_reply_that_may_be_as_long_as_the_model_can(
    project: Project,
) -> None:
    claude = replace(LITELLM_ANTHROPIC, model="anthropic/claude-sonnet-4-5")
    [budget] = talk(project, [Reply("done")], "--reasoning", "low", provider=claude).requests
    assert budget.body["thinking"] == {"type": "enabled", "budget_tokens": 1024}
    assert budget.body["max_tokens"] == 64_000
    claude = replace(LITELLM_ANTHROPIC, model="anthropic/claude-opus-5")
    [adaptive] = talk(project, [Reply("done")], "--reasoning", "max", provider=claude).requests
    assert adaptive.body["thinking"]["type"] == "adaptive"
    assert adaptive.body["output_config"] == {"effort": "max"}
    assert adaptive.body["max_tokens"] == 128_000
