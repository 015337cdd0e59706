"""Clients that are quick, slow, wrong or gone: what runs ends in order, and nothing is believed."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.support.acp_wire import acp_wire, chosen, leave, reads_disk, writes_disk
from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.lsp_client import NO_ANSWER, Refusal, never
from tests.support.odd_messages import NOT_AN_ANSWER
from tests.support.processes import running_with
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.until import until

from architect.domain.journal.events import Event
from architect.domain.journal.run_events import RunFinished, UserSaid

pytestmark = pytest.mark.anyio

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
TOUCH = call("run_command", command="git push origin made")


def script(project: Project, *replies: dict[str, Any], name: str = "script") -> str:
    return recorded(project.home / f"{name}.json", *replies)


def events(project: Project) -> list[Event]:
    [journal] = project.journals
    return [record.event for record in read_journal(journal)]


def endings(project: Project) -> list[str]:
    return [str(each.stop_reason) for each in events(project) if isinstance(each, RunFinished)]


async def test_a_prompt_that_comes_before_the_first_one_has_begun_is_said_to_its_run(
    project: Project,
) -> None:
    gate = Gate(project.folder / "gate")
    model = script(project, reply("", gate.wait), reply("Both."))
    async with acp_wire(project, model) as client:
        _, first = client.prompt("one thing")
        _, second = client.prompt("and another")
        await client.update("tool_call", kind="execute")
        await asyncio.to_thread(gate.open)
        assert (await first, await second) == ({"stopReason": "end_turn"},) * 2
    assert [each.text for each in events(project) if isinstance(each, UserSaid)] == ["and another"]
    assert endings(project) == ["llm_done"]


async def test_a_turn_that_is_cancelled_before_it_has_begun_never_begins(project: Project) -> None:
    model = script(project, reply("One."), reply("", EDIT), reply("Two."))
    async with acp_wire(project, model) as client:
        await client.choose("mode", "edit")
        assert await client.say("one") == "end_turn"
        turns = [client.prompt("two")[1], client.prompt("three")[1]]
        client.end_turn()
        assert [await each for each in turns] == [{"stopReason": "cancelled"}] * 2
        assert project.read("a.py") == "x = 1\n"
        again = script(project, reply("Again."), name="again")
        await client.choose("model", again)
        assert await client.say("four") == "end_turn"


async def test_a_prompt_that_is_withdrawn_ends_its_run_and_the_session_goes_on(
    project: Project,
) -> None:
    gate = Gate(project.folder / "gate")
    model = script(project, reply("", gate.wait))
    async with acp_wire(project, model) as client:
        number, turn = client.prompt("wait")
        await client.update("tool_call", kind="execute")
        client.notify("$/cancel_request", {"requestId": number})
        with pytest.raises(Refusal, match="-32800"):
            await turn
        await client.choose("model", script(project, reply("Again."), name="again"))
        assert await client.say("and now?") == "end_turn"
    assert endings(project) == ["user_interrupt", "llm_done"]


async def test_an_answer_that_comes_after_the_turn_was_cancelled_allows_nothing(
    project: Project,
) -> None:
    late: list[tuple[asyncio.Event, Any]] = []

    async def waits(params: Any) -> Any:
        late.append((asyncio.Event(), params))
        await late[0][0].wait()
        return chosen(params, "allow_once")

    model = script(project, reply("", EDIT), reply("Done."))
    answers = {"session/request_permission": waits}
    async with acp_wire(project, model, answers=answers) as client:
        _, turn = client.prompt("set x to 2")
        await client.wait_for("session/request_permission")
        client.end_turn()
        assert await turn == {"stopReason": "cancelled"}
        late[0][0].set()
        await client.choose("model", script(project, reply("Again."), name="again"))
        assert await client.say("and now?") == "end_turn"
        assert project.read("a.py") == "x = 1\n"
        [withdrawn] = client.of("$/cancel_request")
        [asked] = [m for m in client.received if m["method"] == "session/request_permission"]
        assert withdrawn == {"requestId": asked["id"]}


async def test_a_second_answer_to_a_question_does_not_answer_the_next_one(
    project: Project,
) -> None:
    asked: list[Any] = []

    def answers_again(kind: str) -> None:
        """One more answer to the first question."""
        first = next(m for m in client.received if m["method"] == "session/request_permission")
        result = chosen(first["params"], kind)
        client.send({"jsonrpc": "2.0", "id": first["id"], "result": result})

    async def once(params: Any) -> Any:
        asked.append(params)
        if len(asked) == 1:
            answers_again("allow_once")
            return chosen(params, "allow_once")
        answers_again("allow_once")
        return chosen(params, "reject_once")

    second = call("edit_file", path="a.py", old_str="x = 2", new_str="x = 3")
    model = script(project, reply("", EDIT), reply("", second), reply("Done."))
    async with acp_wire(project, model, answers={"session/request_permission": once}) as client:
        assert await client.say("set x") == "end_turn"
        assert (len(asked), project.read("a.py")) == (2, "x = 2\n")


async def test_an_edit_in_flight_is_finished_and_on_record_when_its_turn_is_cancelled(
    project: Project,
) -> None:
    released = asyncio.Event()

    async def late(params: Any) -> Any:
        await released.wait()
        return await writes_disk(params)

    model = script(project, reply("", EDIT), reply("Done."))
    async with acp_wire(project, model, answers={"fs/write_text_file": late}) as client:
        await client.choose("mode", "edit")
        _, turn = client.prompt("set x to 2")
        await client.wait_for("fs/write_text_file")
        client.end_turn()
        released.set()
        assert (await turn)["stopReason"] == "cancelled"
        assert project.read("a.py") == "x = 2\n"
        assert await client.say("/undo") == "end_turn"
        assert project.read("a.py") == "x = 1\n"


@pytest.mark.parametrize(
    "answer",
    [
        *NOT_AN_ANSWER,
        {"outcome": "selected"},
        {"outcome": {"outcome": "selected"}},
        {"outcome": {"outcome": "selected", "optionId": "77"}},
        {"outcome": {"outcome": "selected", "optionId": 0}},
        Refusal(-32601, "out of service"),
    ],
)
async def test_an_odd_answer_to_a_question_means_no(project: Project, answer: Any) -> None:
    async def odd(_: Any) -> Any:
        if isinstance(answer, Refusal):
            raise answer
        return answer

    model = script(project, reply("", EDIT), reply("Done."))
    async with acp_wire(project, model, answers={"session/request_permission": odd}) as client:
        assert await client.say("set x to 2") == "end_turn"
        assert (await client.update("tool_call_update", status="failed"))["toolCallId"]
        assert project.read("a.py") == "x = 1\n"


@pytest.mark.parametrize("at", ["a command", "a question", "an edit", "a read"])
async def test_a_client_that_vanishes_leaves_nothing_running_and_a_whole_record(
    project: Project, at: str
) -> None:
    gate = Gate(project.folder / "gate-of-this-test")
    steps = {
        "a command": (gate.wait, "session/update"),
        "a question": (TOUCH, "session/request_permission"),
        "an edit": (EDIT, "fs/write_text_file"),
        "a read": (call("read_file", path="a.py"), "fs/read_text_file"),
    }
    step, seen = steps[at]
    answers: dict[str, Any] = {} if seen == "session/update" else {seen: never}
    model = script(project, reply("", step), reply("Done."))
    async with acp_wire(project, model, answers=answers) as client:
        client.prompt("go")
        if at == "a command":
            await client.update("tool_call_update", status="in_progress")
            async with asyncio.timeout(60):
                while not running_with("cat gate-of-this-test"):
                    await asyncio.sleep(0.02)
        else:
            await client.wait_for(seen)
        assert await leave(client) == 0
        session_id = client.session_id
    assert not running_with("cat gate-of-this-test")
    assert project.read("a.py") == "x = 1\n"
    again = script(project, reply("Again."), name="again")
    async with acp_wire(project, again) as client:
        where = str(project.folder)
        params: dict[str, Any] = {"cwd": where, "sessionId": session_id, "mcpServers": []}
        await client.ask("session/load", **params)
        client.session_id = session_id
        assert client.updates("tool_call")
        assert await client.say("go on") == "end_turn"


def test_a_client_that_stops_listening_ends_the_agent(project: Project) -> None:
    gate = Gate(project.folder / "gate-of-this-test")
    model = script(project, reply("", gate.wait), reply("Done."))
    process = project.start("acp", stdin=subprocess.PIPE, environment={"ARCHITECT_MODEL": model})
    stdin = process.stdin
    assert stdin is not None
    assert process.stdout is not None

    def ask(number: int, method: str, **params: Any) -> None:
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        stdin.write(json.dumps(message).encode() + b"\n")
        stdin.flush()

    ask(1, "initialize", protocolVersion=1)
    ask(2, "session/new", cwd=str(project.folder), mcpServers=[])
    told = b""
    while b'"id":2' not in told:
        told = process.stdout.readline()
    session_id = json.loads(told)["result"]["sessionId"]
    prompt = [{"type": "text", "text": "go"}]
    ask(3, "session/prompt", sessionId=session_id, prompt=prompt)
    until(lambda: running_with("cat gate-of-this-test"), "the command")
    process.stdout.close()
    process.stdout = None
    ask(4, "session/list")
    assert project.finish(process).code == 0
    assert not running_with("cat gate-of-this-test")


async def test_a_client_that_does_not_say_what_it_has_is_not_asked_to_write(
    project: Project,
) -> None:
    async def refuses(_: Any) -> Any:
        raise Refusal(-32603, "not now")

    model = script(project, reply("", EDIT), reply("Done."))
    async with acp_wire(project, model, answers={"fs/read_text_file": refuses}) as client:
        assert await client.say("set x to 2") == "end_turn"
        assert project.read("a.py") == "x = 2\n"
        assert client.of("fs/write_text_file") == []


async def test_a_text_that_is_no_text_is_not_edited(project: Project) -> None:
    async def odd(params: Any) -> Any:
        return {"content": "x = 1\n\0"}

    model = script(project, reply("", EDIT), reply("Done."))
    async with acp_wire(project, model, answers={"fs/read_text_file": odd}) as client:
        await client.say("set x to 2")
        assert project.read("a.py") == "x = 1\n"
        assert client.of("fs/write_text_file") == []


async def test_two_sessions_ask_at_the_same_time_and_each_is_answered(project: Project) -> None:
    asked: dict[str, Any] = {}
    both = asyncio.Event()

    async def waits_for_both(params: Any) -> Any:
        asked[params["sessionId"]] = params
        if len(asked) == 2:
            both.set()
        await both.wait()
        return chosen(params, "allow_once")

    project.write("b.py", "y = 1\n")
    other = call("edit_file", path="b.py", old_str="y = 1", new_str="y = 2")
    model = script(project, reply("", EDIT), reply("Done."))
    answers = {"session/request_permission": waits_for_both}
    async with acp_wire(project, model, answers=answers) as client:
        _, one = client.prompt("set x to 2")
        await client.wait_for("session/request_permission")
        first, client.session_id = client.session_id, await client.new_session()
        await client.choose("model", script(project, reply("", other), reply("Ok."), name="other"))
        _, two = client.prompt("set y to 2")
        assert (await one, await two) == ({"stopReason": "end_turn"},) * 2
        assert set(asked) == {first, client.session_id}
    assert (project.read("a.py"), project.read("b.py")) == ("x = 2\n", "y = 2\n")


async def test_ids_of_sessions_are_no_paths(project: Project) -> None:
    project.write("../outside.jsonl", "{}\n")
    async with acp_wire(project, script(project, reply("ok"))) as client:
        params: dict[str, Any] = {"cwd": str(project.folder), "mcpServers": []}
        for odd in ("../../../outside", "..", "", str(project.folder), "x\0y", "a" * 100_000):
            for method in ("session/load", "session/resume"):
                with pytest.raises(Refusal, match="-32002 there is no session"):
                    await client.request(method, {**params, "sessionId": odd})
            assert await client.ask("session/delete", sessionId=odd) == {}
            with pytest.raises(Refusal, match="-32602 there is no open session"):
                await client.request("session/prompt", {"sessionId": odd, "prompt": []})
    assert project.folder.with_name("outside.jsonl").exists()


async def test_commands_wait_for_the_end_of_a_run_and_sessions_of_one_are_not_deleted(
    project: Project,
) -> None:
    gate = Gate(project.folder / "gate")
    model = script(project, reply("", gate.wait), reply("Done."))
    async with acp_wire(project, model) as client:
        _, turn = client.prompt("wait")
        await client.update("tool_call", kind="execute")
        with pytest.raises(Refusal, match="/undo has to wait"):
            await client.request(
                "session/prompt",
                {"sessionId": client.session_id, "prompt": [{"type": "text", "text": "/undo"}]},
            )
        with pytest.raises(Refusal, match="cancel it, then delete"):
            await client.request("session/delete", {"sessionId": client.session_id})
        await asyncio.to_thread(gate.open)
        assert await turn == {"stopReason": "end_turn"}
        assert await client.ask("session/delete", sessionId=client.session_id) == {}
    assert project.journals == []


async def test_a_session_is_deleted_that_is_not_open(project: Project) -> None:
    model = script(project, reply("Hello."), reply("Again."))
    async with acp_wire(project, model) as client:
        assert await client.say("hello") == "end_turn"
        await client.ask("session/close", sessionId=client.session_id)
        await client.ask("session/delete", sessionId=client.session_id)
        assert project.journals == []
        client.session_id = await client.new_session()
        assert await client.say("hello again") == "end_turn"
    async with acp_wire(project, model) as later:
        cwd = str(project.folder)
        [kept] = (await later.ask("session/list", cwd=cwd))["sessions"]
        await later.ask("session/close", sessionId=later.session_id)
        await later.ask("session/delete", sessionId=kept["sessionId"])
    assert project.journals == []


async def test_what_is_asked_about_is_no_markup_and_large_output_stays_small(
    project: Project,
) -> None:
    tricky = "git push origin `x` # ![](http://example.com/x.png) <!-- \n``` \x1b[2J"
    much = call("run_command", command="seq 1 300000")
    model = script(
        project, reply("", call("run_command", command=tricky)), reply("", much), reply("Done.")
    )
    async with acp_wire(project, model) as client:
        client.answers["session/request_permission"] = denies
        await client.say("go")
        [asked] = client.of("session/request_permission")
        text = asked["toolCall"]["content"][-1]["content"]["text"]
        assert "\n````\n" + tricky.replace("\x1b", "\\x1b") in text
        assert asked["toolCall"]["title"].startswith("Run ````git push")
        told = [each for each in client.updates("tool_call_update") if each.get("content")]
        assert max(len(str(each)) for each in told) < 30_000
        assert "300000" in str(told[-1])
        assert len(told) < 200


async def denies(params: Any) -> Any:
    return chosen(params, "reject_once")


async def test_a_link_that_leads_out_of_the_folder_is_not_asked_for(project: Project) -> None:
    secret = project.folder.parent / "secret.txt"
    secret.write_text("canary")
    (project.folder / "link.txt").symlink_to(secret)
    outside: list[Any] = []

    async def watched(params: Any) -> Any:
        outside.append(params["path"])
        return await reads_disk(params)

    paths = ("link.txt", "../secret.txt", str(secret))
    model = script(
        project,
        *(reply("", call("read_file", path=path)) for path in paths),
        *(reply("", call("write_file", path=path, content="x")) for path in paths),
        reply("Done."),
    )
    async with acp_wire(project, model, answers={"fs/read_text_file": watched}) as client:
        client.answers["session/request_permission"] = denies
        await client.say("go")
        assert "canary" not in str(client.received)
    assert secret.read_text() == "canary"
    assert [path for path in outside if not Path(path).is_relative_to(project.folder)] == []
    assert str(project.folder / "link.txt") not in outside


@pytest.mark.long
async def test_a_client_that_never_says_what_a_file_holds_is_told_of(project: Project) -> None:
    """Takes the time-out of 10 s."""

    async def silent(_: Any) -> Any:
        return NO_ANSWER

    model = script(project, reply("", call("read_file", path="a.py")), reply("Done."))
    async with acp_wire(project, model, answers={"fs/read_text_file": silent}) as client:
        await client.say("look")
        failed = await client.update("tool_call_update", status="failed")
        assert "could not be read in the editor" in str(failed["content"])
