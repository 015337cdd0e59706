"""Questions to the person at the editor."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.table import table

from architect.app.confirmations import ANSWER_S, ConfirmationQueue
from architect.app.event_log import EventLog
from architect.app.live_run import LiveRun
from architect.app.run_order import RunOrder
from architect.app.run_state import Phase
from architect.domain.grants import Grant, GrantKind
from architect.domain.ids import RunId
from architect.domain.run_request import RunRequest
from architect.domain.verdict import Answer, Choice, Confirmation, Preview, Subject
from architect.jsonrpc.client import ClientRefusedError
from architect.lsp.protocol.client_features import ClientFeatures, client_features
from architect.lsp.questions.editor_asker import EditorAsker

QUESTION = Confirmation(
    "run_command", "run_command make", "make runs programs", "make", Preview("command", "make", ".")
)
RICH = client_features(
    {"initializationOptions": {"architect": {"protocol": 1, "features": {"confirm": True}}}}
)
BARE = client_features({"clientInfo": {"name": "Neovim"}})
HELIX = client_features({"clientInfo": {"name": "helix"}})


class FakeClient:
    """Answers requests by a function, and keeps what it was told."""

    def __init__(self, answer: Callable[[str, Any], Awaitable[Any]]) -> None:
        self._answer = answer
        self.asked: list[tuple[str, Any]] = []
        self.told: list[tuple[str, Any]] = []
        self.cancelled = 0

    def notify(self, method: str, params: Any) -> None:
        self.told.append((method, params))

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        self.asked.append((method, params))
        try:
            return await self._answer(method, params)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise


def questions_of(
    client: FakeClient, features: ClientFeatures, *, answer_s: float = ANSWER_S
) -> ConfirmationQueue:
    return ConfirmationQueue(EditorAsker(client, features, answer_s), answer_s)


def always(value: Any) -> Callable[[str, Any], Awaitable[Any]]:
    async def answer(_: str, __: Any) -> Any:
        return value

    return answer


async def never(_: str, __: Any) -> Any:
    await asyncio.Event().wait()


def a_run(number: int = 1) -> LiveRun:
    run_id = RunId(f"s{number}.1")
    order = RunOrder(RunRequest("t", "build"), Path("/w"), "t", run_id)
    run = LiveRun(order, EventLog(run_id, lambda _event, _droppable: None))
    run.start()
    return run


def played(scene: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await scene

    asyncio.run(limited())


@pytest.mark.parametrize(
    ("features", "result", "answer"),
    [
        (RICH, {"choice": "once"}, Answer(Choice.ONCE)),
        (RICH, {"choice": "run", "note": 7}, Answer(Choice.RUN)),
        (
            RICH,
            {"choice": "deny", "note": "no"},
            Answer(Choice.DENY, "the user denied it and says: no"),
        ),
        (BARE, {"title": "Allow"}, Answer(Choice.ONCE)),
        (BARE, {"title": "Allow for this run"}, Answer(Choice.RUN)),
        (BARE, {"title": "Stop the run"}, Answer(Choice.STOP)),
    ],
)
def test_an_answer_is_what_the_person_chose(
    features: ClientFeatures, result: Any, answer: Answer
) -> None:
    async def scene() -> None:
        questions = questions_of(FakeClient(always(result)), features)
        assert await questions.ask(a_run(), QUESTION) == answer

    played(scene())


@table("features", [RICH, BARE])
@table(
    "result",
    [None, {}, [], "once", 1, {"choice": "maybe"}, {"title": "Maybe"}, {"choice": ["once"]}],
)
def test_an_answer_that_makes_no_sense_is_a_denial(features: ClientFeatures, result: Any) -> None:
    async def scene() -> None:
        questions = questions_of(FakeClient(always(result)), features)
        assert (await questions.ask(a_run(), QUESTION)).choice is Choice.DENY

    played(scene())


def test_an_editor_that_refuses_to_ask_has_denied_and_says_why() -> None:
    async def refuse(_: str, __: Any) -> Any:
        raise ClientRefusedError(-32601, "no such method")

    async def scene() -> None:
        answer = await questions_of(FakeClient(refuse), BARE).ask(a_run(), QUESTION)
        assert answer.choice is Choice.DENY
        assert "no such method" in answer.note

    played(scene())


def test_a_question_that_cannot_be_shown_holds_up_no_other_run() -> None:
    async def breaks(_: str, __: Any) -> Any:
        raise RuntimeError("a bug of a front end")

    async def scene() -> None:
        client = FakeClient(breaks)
        questions = questions_of(client, RICH)
        with pytest.raises(RuntimeError, match="a bug of a front end"):
            await questions.ask(a_run(), QUESTION)
        assert questions.open_prompt is None

    played(scene())


def test_the_run_waits_while_the_question_is_open_and_shows_it() -> None:
    async def scene() -> None:
        run, questions = a_run(), questions_of(FakeClient(never), BARE)
        asking = asyncio.create_task(questions.ask(run, QUESTION))
        while run.phase is not Phase.WAITING:
            await asyncio.sleep(0)
        assert run.pending is not None
        assert questions.answer(run.run_id, run.pending.request_id, Choice.ONCE)
        assert (await asking).choice is Choice.ONCE
        assert (run.phase, run.pending) == (Phase.RUNNING, None)

    played(scene())


def test_an_answer_by_command_takes_the_question_back_from_the_editor() -> None:
    async def scene() -> None:
        client, run = FakeClient(never), a_run()
        questions = questions_of(client, RICH)
        asking = asyncio.create_task(questions.ask(run, QUESTION))
        while not client.asked:
            await asyncio.sleep(0)
        request_id = client.asked[0][1]["requestId"]
        assert questions.answer(run.run_id, request_id, Choice.ONCE)
        assert not questions.answer(run.run_id, request_id, Choice.STOP)
        await asking
        await asyncio.sleep(0)
        assert client.cancelled == 1
        resolved = {"requestId": request_id, "reason": "answered"}
        assert ("architect/confirm/resolved", resolved) in client.told
        assert not questions.answer(run.run_id, request_id, Choice.STOP)

    played(scene())


@pytest.mark.parametrize("wrong", [("s2.1", None), (None, "other")])
def test_an_answer_to_another_question_is_not_taken(wrong: tuple[str | None, str | None]) -> None:
    async def scene() -> None:
        client, run = FakeClient(never), a_run()
        questions = questions_of(client, RICH)
        asking = asyncio.create_task(questions.ask(run, QUESTION))
        while not client.asked:
            await asyncio.sleep(0)
        run_id, request_id = wrong[0] or run.run_id, wrong[1] or client.asked[0][1]["requestId"]
        assert not questions.answer(run_id, request_id, Choice.ONCE)
        asking.cancel()

    played(scene())


def test_nobody_answering_denies_once_and_then_stops_the_run_as_blocked() -> None:
    async def scene() -> None:
        run, other = a_run(1), a_run(2)
        questions = questions_of(FakeClient(never), BARE, answer_s=0.01)
        assert (await questions.ask(run, QUESTION)).choice is Choice.DENY
        assert (await questions.ask(other, QUESTION)).choice is Choice.DENY
        assert (await questions.ask(run, QUESTION)).choice is Choice.STOP
        assert (run.gave_up, other.gave_up) == (True, False)

    played(scene())


def test_a_question_of_the_model_that_nobody_answers_stops_no_run() -> None:
    async def scene() -> None:
        questions = questions_of(FakeClient(never), RICH, answer_s=0.01)
        run = a_run()
        for _ in range(3):
            asked = Confirmation("ask_user", "Which one?", "", "", subject=Subject.QUESTION)
            assert (await questions.ask(run, asked)).choice is Choice.DENY
        assert not run.gave_up

    played(scene())


def test_questions_are_asked_one_at_a_time_in_their_order() -> None:
    async def scene() -> None:
        client = FakeClient(never)
        questions = questions_of(client, RICH)
        runs = [a_run(number) for number in (1, 2, 3)]
        asking = [asyncio.create_task(questions.ask(run, QUESTION)) for run in runs]
        for count, run in enumerate(runs, 1):
            while len(client.asked) < count:
                await asyncio.sleep(0)
            assert len(client.asked) == count
            assert client.asked[-1][1]["runId"] == run.run_id
            questions.answer(run.run_id, client.asked[-1][1]["requestId"], Choice.ONCE)
        await asyncio.gather(*asking)

    played(scene())


def test_an_editor_without_prompts_is_told_how_to_answer() -> None:
    async def scene() -> None:
        client, run = FakeClient(never), a_run()
        asking = asyncio.create_task(questions_of(client, HELIX).ask(run, QUESTION))
        while not client.told:
            await asyncio.sleep(0)
        method, params = client.told[0]
        assert method == "window/showMessage"
        assert "architect.answer" in params["message"]
        assert client.asked == []
        asking.cancel()

    played(scene())


NPM = Grant(kind=GrantKind.PREFIX, tool="run_command", text="npm test", command_class="dev")


@pytest.mark.parametrize("choice", [Choice.PROJECT, Choice.ALWAYS])
def test_something_can_be_allowed_from_now_on_where_that_is_offered(choice: Choice) -> None:
    async def scene() -> None:
        client = FakeClient(always({"choice": choice, "offer": 1}))
        offered = replace(QUESTION, offers=(replace(NPM, kind=GrantKind.EXACT), NPM))
        answer = await questions_of(client, RICH).ask(a_run(), offered)
        assert answer == Answer(choice, grant=NPM)
        assert client.asked[0][1]["offers"][1] == "run_command: npm test, with any arguments"
        assert choice in client.asked[0][1]["options"]

    played(scene())


@pytest.mark.parametrize("offer", [1, -1, "0", None, True])
def test_an_offer_that_was_not_made_is_a_denial(offer: Any) -> None:
    async def scene() -> None:
        client = FakeClient(always({"choice": "always", "offer": offer}))
        answer = await questions_of(client, RICH).ask(a_run(), replace(QUESTION, offers=(NPM,)))
        assert answer.choice is Choice.DENY

    played(scene())


@pytest.mark.parametrize("choice", ["run", "project", "always"])
def test_what_is_asked_about_each_time_cannot_be_allowed_beforehand(choice: str) -> None:
    async def scene() -> None:
        client = FakeClient(always({"choice": choice}))
        egress = replace(QUESTION, subject=Subject.EGRESS)
        assert (await questions_of(client, RICH).ask(a_run(), egress)).choice is Choice.DENY
        assert client.asked[0][1]["options"] == ["once", "deny", "stop"]

    played(scene())


def test_a_long_preview_is_cut_for_a_message_box() -> None:
    async def scene() -> None:
        client = FakeClient(always(None))
        long = Confirmation("edit_file", "t", "r", "g", Preview("patch", "+x\n" * 10_000))
        await questions_of(client, BARE).ask(a_run(), long)
        assert len(client.asked[0][1]["message"]) < 2_000

    played(scene())
