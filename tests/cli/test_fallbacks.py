"""Another model takes over in the middle of a task, and everybody is told which one it was."""

import json
from typing import Any

from tests.cli.talk import read_call, replayed
from tests.support.command import Finished, Project
from tests.support.journals import read_journal
from tests.support.provider_server import Behaviour, ProviderServer, Reply, Status, refused_url
from tests.support.strict_azure import API_BASE, StrictAzure

from architect.domain.journal.model_events import ModelReplied

FIRST, SECOND = "lm_studio/small", "openai/gpt-4.1"
USED = (1_000_000, 0, 0)
OVERLOADED = Status(503, {"error": {"message": "overloaded"}})
NO_CREDIT = Status(429, {"error": {"message": "pay first", "code": "insufficient_quota"}})


def run(
    project: Project,
    first: list[Behaviour],
    second: list[Behaviour],
    *flags: str,
    **settings: str,
) -> tuple[Finished, list[dict[str, Any]]]:
    """A task of the first model's with a fallback; the bodies of what the second one was asked."""
    with ProviderServer(first) as one, ProviderServer(second) as other:
        environment = {
            "LM_STUDIO_API_BASE": one.url,
            "OPENAI_BASE_URL": other.url,
            "OPENAI_API_KEY": "sk-of-openai",
            "ARCHITECT_MODEL": FIRST,
            "ARCHITECT__LLM__FALLBACKS": json.dumps([SECOND]),
            "ARCHITECT__LLM__RETRIES": "0",
            "ARCHITECT__LLM__API": "chat",
            **settings,
        }
        done = project.architect("run", "read", *flags, environment=environment)
        return done, [received.body for received in other.requests]


def test_the_report_the_log_and_the_journal_name_the_models_that_replied(project: Project) -> None:
    first: list[Behaviour] = [Reply("", [read_call()], usage=USED), OVERLOADED]
    second: list[Behaviour] = [Reply("It says alpha.", usage=USED)]
    done, _ = run(project, first, second, "--json")
    document = done.document
    assert (done.code, document["output"]) == (0, "It says alpha.")
    assert (document["model"], document["models"]) == (SECOND, [FIRST, SECOND])
    [journal] = project.journals
    assert replayed(journal) == document
    replies = [each.event for each in read_journal(journal) if isinstance(each.event, ModelReplied)]
    assert [(reply.model, reply.cost_usd) for reply in replies] == [(FIRST, 0.0), (SECOND, 2.0)]


def test_the_terminal_says_who_took_over_and_who_did_the_work(project: Project) -> None:
    done, _ = run(
        project, [Reply("", [read_call()]), NO_CREDIT], [Reply("It says alpha.")], "--mode", "yolo"
    )
    assert done.code == 0
    assert f"model: {SECOND} takes over from {FIRST}" in done.stderr
    assert "this is about credit, not about speed" in done.stderr
    assert f"2 steps of {FIRST}, {SECOND}" in done.stderr


def test_a_quota_is_told_from_a_rate_limit_wherever_a_run_ends(project: Project) -> None:
    slow = Status(429, {"error": {"message": "slow down", "code": "rate_limit_exceeded"}})
    for behaviour, kind, words in (
        (NO_CREDIT, "credit", "Failed: no credit or quota is left at the provider"),
        (slow, "rate_limit", "Failed: the provider's rate limit is reached"),
        (OVERLOADED, "model", "Failed: no usable answer from the model"),
    ):
        ended, _ = run(project, [behaviour], [behaviour], "--json")
        assert (ended.code, ended.document["error"]["kind"]) == (1, kind)
        shown, _ = run(project, [behaviour], [behaviour])
        assert f"{words} ·" in shown.stderr


def test_a_fallback_is_not_asked_for_more_than_it_can(project: Project) -> None:
    done, [asked] = run(
        project,
        [OVERLOADED],
        [Reply("ok")],
        ARCHITECT__LLM__REASONING_EFFORT="high",
        ARCHITECT__LLM__MAX_OUTPUT_TOKENS="500000",
    )
    assert done.code == 0
    assert "reasoning_effort" not in asked
    assert asked["max_tokens"] == 32_768


def test_what_is_wrong_with_a_fallback_is_said_before_anything_is_sent(project: Project) -> None:
    no_key, _ = run(project, [Reply("ok")], [], OPENAI_API_KEY="", OPENAI_BASE_URL="")
    assert no_key.code == 4
    assert f"llm.fallbacks, '{SECOND}': no key for '{SECOND}': set OPENAI_API_KEY" in no_key.stderr


def test_a_fallback_behind_an_address_of_its_own_is_reached_with_its_own_key(
    project: Project,
) -> None:
    """Its address may stand in the variable of its provider, and may be one of Azure's."""
    azure = StrictAzure()
    with ProviderServer(azure.judges(), pages=azure.pages) as server:
        done, _ = run(
            project,
            [OVERLOADED],
            [],
            http_proxy=server.url,
            no_proxy="127.0.0.1",
            OPENAI_BASE_URL=f"{API_BASE}/openai/v1",
            OPENAI_API_KEY="0" * 32,
            OLLAMA_HOST=refused_url(),
            ARCHITECT__LLM__API="responses",
        )
    assert done.code == 4
    assert server.requests[0].headers["api-key"] == "0" * 32
    assert "authorization" not in server.requests[0].headers
    assert "the key sent was the one in OPENAI_API_KEY" in done.stderr
