"""The job of `make bench` at providers that keep prompt caches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks import job
from tests.support.cached_openai import CachedOpenAi
from tests.support.command import Finished, Project
from tests.support.prefix_cache import CacheUse
from tests.support.provider_server import ProviderServer
from tests.support.reply_blocks import Block, Blocks, Called, Said, Thought
from tests.support.strict_anthropic import StrictAnthropic


@dataclass(frozen=True)
class Rules:
    """Whose cache it is, how it is asked, and what the command has to be told for that."""

    name: str
    server: type[StrictAnthropic] | type[CachedOpenAi]
    model: str
    path: str = ""
    settings: Mapping[str, str] = field(default_factory=dict[str, str])


CHAT = Rules("OpenAI", CachedOpenAi, "openai/m", "/v1", {"ARCHITECT__LLM__API": "chat"})
RESPONSES = Rules(
    "OpenAI Responses", CachedOpenAi, "openai/m", "/v1", {"ARCHITECT__LLM__API": "responses"}
)
ANTHROPIC = Rules(
    "Anthropic",
    StrictAnthropic,
    "anthropic/claude-opus-4-7",
    settings={"ARCHITECT__LLM__PROVIDER": "litellm"},
)
EVERY_RULES = (CHAT, RESPONSES, ANTHROPIC)


def blocks_of_job() -> list[Blocks]:
    """The replies of the job; the model thinks before each."""
    return [_blocks(number, reply) for number, reply in enumerate(job.replies())]


def _blocks(number: int, reply: job.Json) -> Blocks:
    blocks: list[Block] = [Thought(f"This is step {number}."), Said(reply["text"])]
    for index, call in enumerate(reply.get("calls", ())):
        blocks.append(Called(call["name"], call["arguments"], f"toolu_{number}_{index}"))
    return blocks


@dataclass(frozen=True)
class CachedSession:
    """How each command of a session ended, and what was cached of each request."""

    finished: Sequence[Finished]
    uses: Sequence[CacheUse]


def cached_session(
    project: Project,
    rules: Rules,
    replies: Sequence[Blocks],
    *,
    prompts: Sequence[str] = ("Change the sevens.",),
    settings: Mapping[str, str] | None = None,
    flags: Sequence[str] = (),
) -> CachedSession:
    """Run the first of `prompts`, and resume the session with each of the others."""
    server = rules.server(replies)
    environment = {
        "LITELLM_API_KEY": "sk-1",
        "ARCHITECT__LLM__RETRIES": "0",
        **rules.settings,
        **(settings or {}),
    }
    finished: list[Finished] = []
    with ProviderServer(server.judges()) as http:
        for number, prompt in enumerate(prompts):
            command = ["resume", finished[0].document["session_id"]] if number else ["run"]
            command += [prompt, "--model", rules.model, "--api-base", http.url + rules.path]
            command += ["--mode", "yolo", "--json", *flags]
            finished.append(project.architect(*command, environment=environment))
    return CachedSession(finished, server.uses)
