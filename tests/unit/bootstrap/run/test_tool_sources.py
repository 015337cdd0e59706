"""Tools that are there for one run only, offered by a source that is opened with it."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.support.delegate import Delegate
from tests.support.lines import Lines
from tests.support.replies import call_reply, text_reply
from tests.support.rig import Fakes, Rig, RigParts, Rules, call, make_rig, rig_config, rig_request
from tests.support.table import table

from architect.adapters.models.recorded.model import ScriptedModel
from architect.bootstrap.run.run_factory import RunFactory
from architect.cli.exit_codes import INTERRUPTED
from architect.cli.human_log import HumanLog
from architect.cli.human_log_options import HumanLogOptions
from architect.cli.terminal_approver import NobodyToAsk
from architect.domain.errors import UserError
from architect.domain.journal.run_events import RunTainted, ToolLeftOut
from architect.domain.outcome import Status
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import ConfirmMode
from architect.ports.host import Host
from architect.ports.tool_source import Offers, Progress, ToolOffer, ToolSource
from architect.testing.memory_journal import MemoryJournal
from architect.testing.memory_workspace import MemoryWorkspace

PROJECT = Path(__file__).parents[4]
Later = Callable[[Offers], None]
SCHEMA = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}


class Dictionary:
    """Offers to look words up; `opened` counts how often, `closed` how often that ended."""

    def __init__(
        self,
        source: str = "dictionary",
        *,
        name: str = "look_up",
        schema: dict[str, Any] = SCHEMA,
        **more: Any,
    ) -> None:
        self.opened = 0
        self.closed = 0
        self.words: list[str] = []
        self._offer = ToolOffer(
            source=source,
            description="Look a word up.",
            call=self._look_up,
            name=name,
            schema=schema,
            **more,
        )

    async def open(self, resources: AsyncExitStack, later: Later) -> Offers:
        self.opened += 1
        resources.callback(self._close)
        return Offers(tools=[self._offer])

    def _close(self) -> None:
        self.closed += 1

    async def _look_up(self, arguments: dict[str, Any], progress: Progress) -> ToolResult:
        self.words.append(arguments["word"])
        return succeeded(f"{arguments['word']}: a word")


LOOK_UP = call("dictionary__look_up", word="house")


def rig_with(source: ToolSource, *calls: Any, **more: Any) -> Rig:
    replies = [*(call_reply(each) for each in calls), text_reply("done")]
    return make_rig(*replies, tool_sources=[source], **more)


def test_the_model_is_told_of_it_calls_it_and_it_is_closed_with_the_run() -> None:
    source = Dictionary()
    rig = rig_with(source, LOOK_UP)
    assert (source.opened, source.closed) == (1, 0)
    state = rig.go()

    told = {tool["function"]["name"]: tool["function"] for tool in rig.scripted.requests[0].tools}
    assert told["dictionary__look_up"]["parameters"] == SCHEMA
    assert [result.text for result in state.steps[0].results] == ["house: a word"]
    assert source.closed == 1


def test_it_is_a_command_unless_the_user_says_that_it_only_reads() -> None:
    rules = Rules(mode=ConfirmMode.CONFIRM_SENSITIVE)
    asked, not_asked = Dictionary(), Dictionary(reads_only=True)
    for source in (asked, not_asked):
        rig_with(source, LOOK_UP, rules=rules, approver=NobodyToAsk()).go()
    assert (asked.words, not_asked.words) == ([], ["house"])


def test_an_agent_has_it_if_it_names_it_or_names_no_tools() -> None:
    for allowed, words in (
        (None, ["house"]),
        (frozenset({"read_file"}), []),
        (frozenset({"read_file", "dictionary__look_up"}), ["house"]),
    ):
        source = Dictionary(reads_only=True)
        rig_with(source, LOOK_UP, rules=Rules(allowed=allowed)).go()
        assert source.words == words


def test_a_child_uses_what_its_parent_has_opened_as_far_as_the_parent_may() -> None:
    for allowed, words in ((None, ["house"]), (frozenset({"delegate", "read_file"}), [])):
        source = Dictionary()
        child = ScriptedModel([call_reply(LOOK_UP), text_reply("done")])
        rig = rig_with(
            source,
            call("delegate", task="look"),
            tools=[Delegate()],
            child_models=[child],
            rules=Rules(allowed=allowed),
        )
        rig.go()
        assert (source.opened, source.closed, source.words) == (1, 1, words)


def parts_with(*sources: ToolSource) -> RigParts:
    host = Host(MemoryWorkspace(), NobodyToAsk(), tool_sources=sources)
    return RigParts(rig_config(), host, Fakes(model=ScriptedModel([])))


class Refuses:
    async def open(self, resources: AsyncExitStack, later: Later) -> Offers:
        raise UserError("there is no such server")


def test_if_one_cannot_be_opened_what_was_opened_is_closed() -> None:
    first = Dictionary()
    with pytest.raises(UserError):
        asyncio.run(RunFactory(parts_with(first, Refuses())).open(rig_request()))
    assert (first.opened, first.closed) == (1, 1)


class Hangs:
    """Connects for ever."""

    def __init__(self) -> None:
        self.connecting = asyncio.Event()

    async def open(self, resources: AsyncExitStack, later: Later) -> Offers:
        self.connecting.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody sets this event")


def test_a_run_that_is_not_wanted_any_more_does_not_wait_for_it() -> None:
    first, second = Dictionary(), Hangs()

    async def scene() -> None:
        opening = asyncio.create_task(RunFactory(parts_with(first, second)).open(rig_request()))
        await second.connecting.wait()
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening

    asyncio.run(scene())
    assert (first.opened, first.closed) == (1, 1)


@table("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_command_that_waits_for_it(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.support.interrupted_opening", str(tmp_path)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "connecting\n"
        process.send_signal(number)
        said, _ = process.communicate(timeout=20)
    assert (said, process.returncode) == ("closed\n", INTERRUPTED)


def test_its_result_taints_the_run() -> None:
    rig = rig_with(Dictionary(), LOOK_UP)
    rig.go()
    assert [event.source for event in rig.sink.of_type(RunTainted)] == ["dictionary__look_up"]


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return schema


NO_SCHEMA = "no model could use its schema: "
NO_NAME = (
    "a model can call only names of up to 64 letters, digits, '-' and '_', and this one would be "
)


@table(
    ("broken", "reason"),
    [
        (Dictionary("b", schema={"required": [5]}), f"{NO_SCHEMA}'required' is no list of names"),
        (Dictionary("b", schema={"properties": "xyz"}), f"{NO_SCHEMA}'properties' is no object"),
        (Dictionary("b", schema=nested(500)), f"{NO_SCHEMA}it is nested too deeply"),
        (Dictionary("b", name="a b"), f"{NO_NAME}'b__a b'"),
        (Dictionary("two words"), f"{NO_NAME}'two words__look_up'"),
        (Dictionary("d" * 60), f"{NO_NAME}'{'d' * 60}__look_up'"),
        (
            Dictionary(),
            "to a model it would be 'dictionary__look_up', as 'look_up' of 'dictionary' is",
        ),
    ],
)
def test_a_tool_that_no_model_could_use_is_left_out_and_the_user_is_told(
    broken: Dictionary, reason: str
) -> None:
    good, other = Dictionary(), Dictionary("other")
    rig = make_rig(call_reply(LOOK_UP), text_reply("done"), tool_sources=[good, broken, other])
    state = rig.go()

    assert (state.status, good.words, broken.words) == (Status.SUCCESS, ["house"], [])
    assert [source.closed for source in (good, broken, other)] == [1, 1, 1]
    told = [tool["function"]["name"] for tool in rig.scripted.requests[0].tools]
    assert [name for name in told if "__" in name] == ["dictionary__look_up", "other__look_up"]
    assert [event.reason for event in rig.sink.of_type(ToolLeftOut)] == [reason]


def test_the_user_reads_which_tool_is_left_out_before_the_first_step() -> None:
    rig = make_rig(text_reply("done"), tool_sources=[Dictionary("two words")])
    rig.go()
    lines = Lines()
    log = HumanLog(lines, HumanLogOptions())
    assert isinstance(rig.journal, MemoryJournal)
    for record in rig.journal.records:
        log.show(record)
    warned, _, _ = lines.text.partition("step 1")
    assert "tool left out: look_up of two words: a model can call only names" in warned


def test_of_two_tools_that_would_have_one_name_the_later_has_another_one() -> None:
    first = Dictionary(name="look.up", is_trusted=True)
    second = Dictionary(name="look/up", is_trusted=True)
    rig = make_rig(
        call_reply(call("dictionary__look_up", word="house")),
        call_reply(call("dictionary__look_up_98bb2112", word="home")),
        text_reply("done"),
        tool_sources=[first, second],
    )
    rig.go()
    assert (first.words, second.words) == (["house"], ["home"])
    assert rig.sink.of_type(ToolLeftOut) == []


class Unusable:
    """Offers tools that no model could call."""

    async def open(self, resources: AsyncExitStack, later: Later) -> Offers:
        async def call(_: dict[str, Any], __: Progress) -> ToolResult:
            return succeeded("")

        names = (f"look up {number}" for number in range(5_000))
        offers = [
            ToolOffer(source="words", name=name, description="", schema={}, call=call)
            for name in names
        ]
        return Offers(tools=offers)


def test_of_many_tools_that_are_left_out_the_first_are_named() -> None:
    rig = make_rig(text_reply("done"), tool_sources=[Unusable()])
    rig.go()
    left_out = rig.sink.of_type(ToolLeftOut)
    assert len(left_out) == 21
    assert (left_out[0].name, left_out[-1].name) == ("look up 0", "and 4,980 more")
