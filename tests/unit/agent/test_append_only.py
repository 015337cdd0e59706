"""Whatever happens in a run, a request begins with all of the one before, byte for byte.

Providers find only such beginnings in their caches. What leaves something out on purpose, a
compaction, is looked at in `test_long_run`.
"""

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rules, call, make_rig

from architect.adapters.models.chat.completions import ChatCompletions
from architect.adapters.models.chat.dialect import ChatDialect
from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply
from architect.adapters.models.responses.dialect import ResponsesDialect
from architect.adapters.models.responses.format import Responses
from architect.agent.completion_checks import CompletionRules
from architect.agent.limits import Limits
from architect.domain.effect import Effect
from architect.domain.model_exchange import FinishReason
from architect.domain.tool_result import ToolResult
from architect.ports.hooks import HookBlock, HookProceed

FORMATS = (
    ChatCompletions("m", ChatDialect(origin="", takes_cache_key=True)),
    Responses("m", ResponsesDialect("")),
)

CALLS = st.sampled_from(
    [
        call("read_file", path="a.txt"),
        call("read_file", path="missing.txt"),
        call("edit_file", path="a.txt", old_str="one", new_str="two"),
        call("edit_file", path="a.txt", old_str="two", new_str="one"),
        call("write_file", path="new.txt", content="ü\ud800"),
        call("run_command", command="pytest"),
        call("no_such_tool", x=1),
        ScriptedCall("read_file", "{not json"),
        ScriptedCall("read_file", "", id="twice"),
        ScriptedCall("list_files", "{}", id="long" * 90),
    ]
)
REPLIES = st.one_of(
    st.lists(CALLS, min_size=1, max_size=3).map(lambda calls: call_reply(*calls, text="Hm.")),
    st.sampled_from(
        [
            text_reply(""),
            text_reply("I am done."),
            ScriptedReply(text="Cut", finish=FinishReason.LENGTH),
            ScriptedReply(text="", reasoning="Nothing to say."),
        ]
    ),
)


@dataclass(slots=True)
class TalkativeHooks:
    """Says something about every other call, before it or behind it."""

    calls: int = 0

    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed | HookBlock:
        self.calls += 1
        if self.calls % 7 == 0:
            return HookBlock("not now")
        return HookProceed(context="mind the gap" if self.calls % 2 else "")

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        return "" if self.calls % 2 else "that was close"


@settings(max_examples=60)
@given(replies=st.lists(REPLIES, min_size=1, max_size=8), max_steps=st.integers(2, 9))
def test_a_request_begins_with_the_one_before(replies: list[ScriptedReply], max_steps: int) -> None:
    rig = make_rig(
        *replies,
        *[text_reply("I am done.")] * 12,
        files={"a.txt": b"one\n"},
        hooks=TalkativeHooks(),
        rules=Rules(parallel_reads=False),
        limits=Limits(max_steps=max_steps, max_context_tokens=80_000),
        completion=CompletionRules(tests_after_edits=True),
    )
    rig.go()
    for before, request in pairwise(rig.scripted.requests):
        assert request.messages[: len(before.messages)] == before.messages
        for wire in FORMATS:
            begins, told = (_parts(wire.body(each, stream=True)) for each in (before, request))
            assert told[: len(begins)] == begins


def _parts(body: dict[str, Any]) -> list[str]:
    """What a provider reads of a request, in the order of its cache."""
    said: list[Any] = body.get("messages") or body["input"]
    start = [body.get("tools"), body.get("instructions"), body.get("prompt_cache_key")]
    return [json.dumps(part) for part in (*start, *said)]
