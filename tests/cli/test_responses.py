"""A session over OpenAI's Responses, whose stand-in refuses what the real one does."""

import json
from collections.abc import Callable
from typing import Any

from tests.cli.talk import provider_environment, read_call
from tests.support import responses_api
from tests.support.command import Project
from tests.support.provider_server import (
    Behaviour,
    Chunks,
    Hang,
    ProviderServer,
    Received,
    Reply,
    Status,
)
from tests.support.responses_strict import Refusal
from tests.support.until import until

Json = dict[str, Any]

TURNS = (
    Reply("Two files.", [read_call(call_id="c1"), read_call("b.txt", call_id="c2")]),
    Reply("", [read_call("big.txt", call_id="c3")], reasoning="The other one."),
    Reply("All read.", reasoning="That was all."),
    Reply("Shorter.", reasoning="Much is gone."),
)
OVERFLOW = {
    "message": "Your input exceeds the context window of this model.",
    "code": "context_length_exceeded",
}
ENVIRONMENT = {
    **provider_environment(),
    "ARCHITECT__LLM__API": "responses",
    "ARCHITECT__LLM__REASONING_EFFORT": "high",
}


class StrictResponses:
    """Plays `TURNS`; `sent` are the items of all replies, `refusals` what it had to refuse."""

    def __init__(self) -> None:
        self.sent: list[Json] = []
        self.refusals: list[str] = []
        self._turns = iter(TURNS)

    def answer(self, received: Received) -> Behaviour:
        try:
            response = responses_api.answer(received.body, next(self._turns))
        except Refusal as refusal:
            self.refusals.append(str(refusal))
            return Status(refusal.status, refusal.body)
        self.sent += response["output"]
        return Chunks(list(responses_api.events_of(response)), done=False)


def items_of(received: Received, *, which: Callable[[Json], bool]) -> list[Json]:
    return [item for item in received.body["input"] if which(item)]


def begins_alike(earlier: Received, later: Received) -> bool:
    """Whether all of the earlier request stands at the beginning of the later one."""
    told = earlier.body["input"]
    same = ("instructions", "tools")
    return later.body["input"][: len(told)] == told and all(
        later.body[name] == earlier.body[name] for name in same
    )


def has_id(item: Json) -> bool:
    return "id" in item


def test_every_item_goes_back_after_a_kill_and_a_compaction_and_to_no_other_model(
    project: Project,
) -> None:
    project.write("big.txt", "a line of a large file\n" * 900)
    strict = StrictResponses()
    turn = strict.answer
    script = (turn, turn, Hang(), turn, Status(400, {"error": OVERFLOW}), turn, Reply("Other."))
    with ProviderServer(script) as server:
        at = ("--api-base", f"{server.url}/v1", "--model")
        with project.start("run", "look", *at, "openai/m", environment=ENVIRONMENT) as killed:
            until(lambda: len(server.requests) == 3, "the third request")
            killed.kill()
        resumed = project.architect("resume", "--json", *at, "openai/m", environment=ENVIRONMENT)
        assert (resumed.document["output"], strict.refusals) == ("All read.", [])
        session = resumed.document["session_id"]
        again = ("resume", session, "Go on.", *at)
        shorter = project.architect(*again, "openai/m", environment=ENVIRONMENT)
        assert (shorter.text, strict.refusals) == ("Shorter.\n", [])
        other = project.architect(*again, "openai/other", environment=ENVIRONMENT)
        assert other.text == "Other.\n"

    first, _, hung, gone_on, refused, compacted, another = server.requests
    # Byte for byte, and with nothing before them changed, on which caches depend.
    assert json.dumps(items_of(gone_on, which=has_id)) == json.dumps(strict.sent[:5])
    for earlier, later in ((first, hung), (hung, gone_on), (gone_on, refused)):
        assert begins_alike(earlier, later)
    assert [item for item in items_of(compacted, which=has_id) if item not in strict.sent] == []
    assert len(str(compacted.body)) < len(str(refused.body)) / 2
    # Another model gets the words, and neither ids nor what was thought.
    assert items_of(another, which=has_id) == []
    assert "gAAAA" not in str(another.body)
    assert "All read." in str(another.body)
    for request in server.requests:
        assert request.path == "/v1/responses"
        assert request.body["reasoning"] == {"effort": "high", "summary": "auto"}
        assert (request.body["store"], request.body["stream"]) == (False, True)
    assert "That was all." not in resumed.text
    assert "thinking\n  | Much is gone.\n" in shorter.stderr
