"""What the user says while a run works."""

import asyncio
from collections.abc import Callable, Sequence

from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, call, make_rig

from architect.adapters.models.recorded.model import ScriptedModel, check_conversation
from architect.adapters.models.recorded.script import ScriptedReply
from architect.domain.journal.run_events import UserSaid
from architect.domain.messages import UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.outcome import Status, StopReason
from architect.domain.run_request import Attachment
from architect.domain.shell import CommandOutcome, ShellCommand
from architect.execution.message_queue import QueuedMessage
from architect.ports.model import ProgressListener
from architect.ports.shell import OutputListener
from architect.testing.fake_shell import FakeShell

FILES = {"a.py": b"x = 1\n", "b.py": b"y = 2\n"}
READ_A = call_reply(call("read_file", path="a.py"))
RUN = call_reply(call("run_command", command="make"))
LATER = QueuedMessage("m1", "and the tests, please")

Act = Callable[[], None]


class Interrupted(ScriptedModel):
    """Does something at some of its requests, before it answers; `hangs_at` one it never does."""

    def __init__(
        self, replies: Sequence[ScriptedReply], acts: dict[int, Act], *, hangs_at: int = 0
    ) -> None:
        super().__init__(replies)
        self.acts = acts
        self._hangs_at = hangs_at
        self._asked = 0

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        check_conversation(request.messages)
        self._asked += 1
        if (act := self.acts.get(self._asked)) is not None:
            act()
        if self._asked == self._hangs_at:
            await asyncio.sleep(60)
        return await super().complete(request, on_progress)


class HangingShell(FakeShell):
    """Does something while its command runs, which never ends."""

    act: Act

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        asyncio.get_running_loop().call_soon(self.act)
        await asyncio.sleep(60)
        raise AssertionError


def rig_of(*replies: ScriptedReply, at: int, say: QueuedMessage | None = LATER) -> Rig:
    """A run in which the user says something during request number `at`."""
    acts: dict[int, Act] = {}
    rig = make_rig(model=Interrupted(replies, acts), files=FILES)
    if say is not None:
        acts[at] = lambda: assert_taken(rig.run.say(say, at_once=False))
    return rig


def later(act: Act) -> None:
    asyncio.get_running_loop().call_soon(act)


def assert_taken(is_taken: bool) -> None:
    assert is_taken


def said_in(rig: Rig) -> list[UserSaid]:
    return [each for each in rig.sink.events if isinstance(each, UserSaid)]


def last_words(rig: Rig, request: int) -> str:
    """The last thing the user, or we, said in a request, from 1."""
    assert isinstance(rig.model, ScriptedModel)
    last = rig.model.requests[request - 1].messages[-1]
    assert isinstance(last, UserMessage)
    return last.text


def test_the_model_reads_it_at_the_end_of_the_step() -> None:
    rig = rig_of(READ_A, text_reply("done"), at=1)
    state = rig.go()
    assert last_words(rig, 2) == "The user says:\n\nand the tests, please"
    [said] = said_in(rig)
    assert (said.message_id, said.text, said.step) == ("m1", "and the tests, please", 1)
    assert state.said == ("and the tests, please",)
    assert state.status is Status.SUCCESS


def test_a_model_that_is_done_hears_it_first() -> None:
    rig = rig_of(text_reply("done"), text_reply("done with the tests"), at=1)
    state = rig.go()
    assert state.output == "done with the tests"
    assert last_words(rig, 2).endswith("and the tests, please")


def test_what_goes_with_it_and_what_it_names_is_fetched() -> None:
    selection = Attachment("selection", "a.py, line 1", "x = 1")
    later = QueuedMessage("m1", "use @b.py", (selection,))
    rig = rig_of(READ_A, text_reply("done"), at=1, say=later)
    rig.go()
    words = last_words(rig, 2)
    assert "use @b.py" in words
    assert "<selection from='a.py, line 1'>\nx = 1\n</selection>" in words
    assert "<file from='b.py'>\ny = 2\n" in words


def test_what_was_taken_back_is_not_told() -> None:
    rig = make_rig(READ_A, text_reply("done"), files=FILES)
    assert rig.run.say(LATER, at_once=False)
    assert rig.run.withdraw("m1")
    assert not rig.run.withdraw("m1")
    rig.go()
    assert said_in(rig) == []


def test_a_run_that_is_over_takes_no_more() -> None:
    rig = make_rig(text_reply("done"), files=FILES)
    rig.go()
    assert not rig.run.say(LATER, at_once=False)


def test_at_once_ends_a_request_and_goes_on_with_the_words() -> None:
    acts: dict[int, Act] = {}
    model = Interrupted([READ_A, text_reply("done")], acts, hangs_at=2)
    rig = make_rig(model=model, files=FILES)
    acts[2] = lambda: later(lambda: assert_taken(rig.run.say(LATER, at_once=True)))
    state = rig.go()
    assert state.status is Status.SUCCESS
    assert last_words(rig, 2).endswith("and the tests, please")


def test_at_once_ends_a_command_and_says_so() -> None:
    shell = HangingShell()
    rig = make_rig(RUN, text_reply("done"), files=FILES, shell=shell)
    shell.act = lambda: assert_taken(rig.run.say(LATER, at_once=True))
    state = rig.go()
    assert state.stop_reason is StopReason.LLM_DONE
    [use] = state.tools_used
    assert not use.success
    assert last_words(rig, 2).endswith("and the tests, please")


def test_a_run_that_is_stopped_does_not_go_on_with_words() -> None:
    acts: dict[int, Act] = {}
    rig = make_rig(model=Interrupted([READ_A, text_reply("done")], acts), files=FILES)

    def both() -> None:
        rig.run.say(LATER, at_once=True)
        rig.run.interrupt()

    acts[1] = both
    state = rig.go()
    assert state.stop_reason is StopReason.USER_INTERRUPT
    assert said_in(rig) == []
