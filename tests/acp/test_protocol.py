"""Parts of ACP that a client may use: forms, notices, pages of sessions, kinds of content."""

import base64
from pathlib import Path
from typing import Any

import pytest
from tests.support.acp_wire import FILES, acp_wire
from tests.support.command import Project
from tests.support.lsp_client import Refusal
from tests.support.recorded_model import call, recorded, reply
from tests.support.serving import serving_process

pytestmark = pytest.mark.anyio

ALL: dict[str, Any] = {
    **FILES,
    "terminal": True,
    "auth": {"terminal": True},
    "elicitation": {"form": {}},
    "session": {"notices": {}},
}
SERVER = Path(__file__).parents[1] / "support" / "mcp_http_server.py"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


def script(project: Project, *replies: dict[str, Any], name: str = "script") -> str:
    return recorded(project.home / f"{name}.json", *replies)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"action": "accept", "content": {"answer": "blue, with dots"}}, "blue, with dots"),
        ({"action": "decline"}, "decide yourself"),
        ({"action": "accept", "content": {"answer": 7}}, "decide yourself"),
        ({"action": "accept"}, "decide yourself"),
    ],
)
async def test_a_question_without_suggestions_is_a_form_where_there_are_forms(
    project: Project, answer: Any, told: str
) -> None:
    async def fills_in(_: Any) -> Any:
        return answer

    model = script(project, reply("", call("ask_user", question="Which?")), reply("Ok."))
    answers = {"elicitation/create": fills_in}
    async with acp_wire(project, model, capabilities=ALL, answers=answers) as client:
        assert await client.say("paint it") == "end_turn"
        [asked] = client.of("elicitation/create")
        assert (asked["message"], asked["toolCallId"]) == ("Which?", "1.call_1")
        ended = [each for each in client.updates("tool_call_update") if each.get("content")][-1]
        assert told in str(ended["content"])
        assert client.of("session/request_permission") == []


async def test_a_terminal_to_log_in_is_offered_to_who_has_one(project: Project) -> None:
    async with acp_wire(project, script(project, reply("ok"))) as client:
        assert [each["id"] for each in client.initialize_result["authMethods"]] == ["key"]
    async with acp_wire(project, script(project, reply("ok")), capabilities=ALL) as client:
        _, login = client.initialize_result["authMethods"]
        assert (login["type"], login["args"]) == ("terminal", ["--login"])
    logged_in = project.architect("acp", *login["args"], stdin=b"")
    assert "architect lo" in logged_in.stderr or "provider" in logged_in.stderr.lower()


async def test_a_plan_that_is_carried_out_changes_the_mode_and_the_client_is_told(
    project: Project,
) -> None:
    async with acp_wire(project, script(project, reply("A plan."))) as client:
        await client.ask("session/set_mode", sessionId=client.session_id, modeId="plan")
        await client.say("plan it")
        await client.choose("model", script(project, reply("Done."), name="do"))
        await client.say("/do")
        assert (await client.update("current_mode_update"))["currentModeId"] == "edit"


async def test_sessions_are_listed_page_by_page(project: Project) -> None:
    folder = project.folder / ".architect" / "sessions"
    async with acp_wire(project, script(project, reply("ok"))) as client:
        await client.say("the only one")
        [journal] = project.journals
        text = journal.read_text()
        for number in range(1, 120):
            other = f"20200101-000000-{number:06x}"
            (folder / f"{other}.jsonl").write_text(text.replace(client.session_id, other))
        where = {"cwd": str(project.folder)}
        first = await client.ask("session/list", **where)
        assert (len(first["sessions"]), first["sessions"][0]["title"]) == (100, "the only one")
        second = await client.ask("session/list", **where, cursor=first["nextCursor"])
        assert (len(second["sessions"]), "nextCursor" in second) == (20, False)
        ids = {each["sessionId"] for each in (*first["sessions"], *second["sessions"])}
        assert len(ids) == 120
        for odd in ("-1", "x", 5, "9" * 400):
            with pytest.raises(Refusal, match="-32602 cursor"):
                await client.request("session/list", {**where, "cursor": odd})


async def test_what_goes_with_a_prompt_is_read_whatever_its_kind(project: Project) -> None:
    uri = (project.folder / "a.py").as_uri()
    image = base64.b64encode(PNG).decode()
    model = script(project, reply("Seen."))
    async with acp_wire(project, model) as client:
        blocks: list[Any] = [
            {"type": "text", "text": "look at"},
            {"type": "resource_link", "uri": uri, "name": "a.py"},
            {"type": "resource", "resource": {"uri": "zed:///notes", "text": "embedded"}},
            {"type": "resource", "resource": {"uri": "zed:///picture", "blob": image}},
            {"type": "image", "data": image, "mimeType": "image/png"},
        ]
        params: dict[str, Any] = {"sessionId": client.session_id, "prompt": blocks}
        assert (await client.request("session/prompt", params))["stopReason"] == "end_turn"
        [journal] = project.journals
        said = journal.read_text()
        assert "look at @a.py zed:///notes" in said
        assert "embedded" in said
        assert said.count("image/png") >= 2
        for odd, why in (
            ({"type": "audio", "data": "", "mimeType": "audio/wav"}, "'audio' cannot be taken"),
            ({"type": "image", "data": "!", "mimeType": "image/png"}, "is not base64"),
            ({"type": "resource", "resource": {"uri": "x:y", "blob": "eHh4"}}, "is none of"),
        ):
            with pytest.raises(Refusal, match=why):
                await client.request("session/prompt", {**params, "prompt": [odd]})


async def test_a_resumed_session_goes_on_without_being_told_again_and_thoughts_are_told(
    project: Project,
) -> None:
    thinks = {**reply("It is 2."), "reasoning": "One and one."}
    async with acp_wire(project, script(project, thinks)) as client:
        assert await client.say("what is 1 + 1?") == "end_turn"
        thoughts = client.updates("agent_thought_chunk")
        assert "".join(each["content"]["text"] for each in thoughts) == "One and one."
        session_id = client.session_id
    async with acp_wire(project, script(project, reply("As I said."))) as client:
        where: dict[str, Any] = {"cwd": str(project.folder), "mcpServers": []}
        resumed = await client.ask("session/resume", sessionId=session_id, **where)
        assert resumed["modes"]["currentModeId"] == "ask"
        client.session_id = session_id
        assert await client.say("sure?") == "end_turn"
        texts = client.updates("user_message_chunk") + client.updates("agent_message_chunk")
        assert "".join(each["content"]["text"] for each in texts) == "As I said."
    [journal] = project.journals
    assert journal.stem == session_id


@pytest.mark.parametrize("way", ["http", "sse"])
async def test_a_server_at_an_address_that_the_client_hands_over_is_used(
    project: Project, way: str
) -> None:
    model = script(project, reply("", call("words__look_up", word="tree")), reply("Ok."))
    token = [{"name": "Authorization", "value": "Bearer let-me-in"}]
    path = "sse" if way == "sse" else "mcp"
    with serving_process(SERVER, way) as address:
        handed = {"type": way, "name": "words", "url": f"{address}/{path}", "headers": token}
        async with acp_wire(project, model, begins=False) as client:
            await client.ask("initialize", protocolVersion=1, clientCapabilities={})
            client.session_id = await client.new_session(mcpServers=[handed])
            assert await client.say("look it up") == "end_turn"
            shown = await client.update("tool_call_update", status="completed")
            assert "look_up: tree" in str(shown["content"])
