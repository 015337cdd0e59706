"""Runs in the providers' own formats, killed, resumed and compacted, with servers that are strict.

Through the real LiteLLM, by the command line alone.
"""

import json
from collections.abc import Sequence

import pytest
from tests.contract.test_strict_providers import (
    ANTHROPIC,
    BEDROCK,
    GEMINI,
    OLDER_GEMINI,
    Provider,
)
from tests.support.command import Project
from tests.support.provider_server import Hang, ProviderServer
from tests.support.reply_blocks import Blocks, Called, Redacted, Said, Thought
from tests.support.selection import with_usual
from tests.support.until import until

SUMMARY = """## Task
Look.

## Decisions
None.

## Files
a.txt, read.

## Commands
None.

## Failures
None.

## Open points
None.

## Next step
Answer.
"""

REPLIES: Sequence[Blocks] = (
    (Thought("I need the file."), Called("read_file", {"path": "a.txt"}, "t1")),
    (
        Thought("First this."),
        Redacted("secret"),
        Called("read_file", {"path": "b.txt"}, "t2"),
        Called("list_files", {}, "t3"),
    ),
    (Thought("Quietly I wonder."), Said("Read.", signed=True)),
    (Said(SUMMARY),),
    (Thought("That is all."), Said("Done.", signed=True)),
)
KEYS = {
    "ARCHITECT__LLM__PROVIDER": "litellm",
    "ANTHROPIC_API_KEY": "sk-ant-1",
    "GEMINI_API_KEY": "sk-gem-1",
    "AWS_ACCESS_KEY_ID": "AKIA1",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_REGION": "us-east-1",
    "ARCHITECT__LLM__RETRIES": "0",
    "ARCHITECT__CONTEXT__KEEP_RECENT_STEPS": "1",
}


@pytest.mark.parametrize(
    "provider",
    with_usual([ANTHROPIC, BEDROCK, GEMINI, OLDER_GEMINI], usual=[ANTHROPIC, GEMINI]),
    ids=lambda each: each.name,
)
def test_what_was_thought_goes_back_after_a_kill_and_a_compaction(
    project: Project, provider: Provider
) -> None:
    project.write("a.txt", "a line of a file\n" * 400)
    project.write("b.txt", "b\n")
    strict = provider.server(REPLIES)
    answer = next(strict.judges())
    with ProviderServer((answer, answer, Hang(), answer, answer, answer)) as server:
        at = ("--api-base", server.url, "--model", provider.name)
        with project.start("run", "look", *at, environment=KEYS) as killed:
            until(lambda: len(server.requests) == 3, "the third request")
            killed.kill()
        resumed = project.architect("resume", "--json", *at, environment=KEYS)
        assert (resumed.document["output"], strict.refusals) == ("Read.", []), resumed.stderr
        compacted = project.architect("compact", *at, environment=KEYS)
        assert (compacted.code, strict.refusals) == (0, []), compacted.stderr
        more = project.architect("resume", "--json", *at, environment=KEYS)
        assert (more.document["output"], strict.refusals) == ("Done.", []), more.stderr
    before, after = (json.dumps(server.requests[number].body) for number in (3, 5))
    assert len(after) < len(before)
    assert "look" in after
    assert "Quietly" not in resumed.text + compacted.text + more.text
