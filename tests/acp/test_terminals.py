"""Commands in a client that draws a terminal for what runs elsewhere, as Zed does."""

from dataclasses import dataclass
from typing import Any

import pytest
from tests.support.acp_wire import FILES, AcpWire, acp_wire, chosen
from tests.support.command import Project
from tests.support.recorded_model import call, recorded, reply

from architect.domain.text.terminal_screen import as_a_terminal_shows

pytestmark = pytest.mark.anyio

DRAWS = {**FILES, "_meta": {"terminal_output": True}}


@dataclass(slots=True)
class Terminal:
    text: str = ""
    exit: Any = None


def drawn(client: AcpWire) -> list[tuple[Any, list[Terminal]]]:
    """Each call as it is in the end, and the terminals that it shows.

    Zed knows a terminal once the first update of a call names it, shows it while it is content of
    the call, and puts output behind what is in it.
    """
    terminals: dict[str, Terminal] = {}
    calls: dict[str, Any] = {}
    asked = [each["toolCall"] for each in client.of("session/request_permission")]
    assert all(each["content"] for each in asked)
    for params in client.of("session/update"):
        update = params["update"]
        meta = update.get("_meta", {})
        if update["sessionUpdate"] == "tool_call" and "terminal_info" in meta:
            terminals[meta["terminal_info"]["terminal_id"]] = Terminal()
        if update["sessionUpdate"].startswith("tool_call"):
            calls[update["toolCallId"]] = {**calls.get(update["toolCallId"], {}), **update}
        if told := meta.get("terminal_output"):
            terminals[told["terminal_id"]].text += told["data"]
        if told := meta.get("terminal_exit"):
            terminals[told["terminal_id"]].exit = told["exit_code"]
    return [
        (
            each,
            [
                terminals[one["terminalId"]]
                for one in each.get("content", ())
                if "terminalId" in one
            ],
        )
        for each in calls.values()
    ]


async def test_what_a_command_says_stands_in_its_terminal_once_live_and_loaded_again(
    project: Project,
) -> None:
    line = "echo one; sleep 0.3; echo two; echo new > made.txt; exit 3"
    slow = call("run_command", command="sleep 60", timeout=1)
    behind = call("run_command", command="echo three", background=True)
    steps = (call("run_command", command=line), call("run_command", command="true"), slow, behind)
    model = recorded(
        project.home / "script.json", *(reply("", each) for each in steps), reply("Done.")
    )
    async with acp_wire(project, model, capabilities=DRAWS) as client:
        await client.choose("mode", "yolo")
        assert await client.say("go") == "end_turn"
        (ended, [seen]), (_, [quiet]), (late, [held]), (background, none) = drawn(client)
    assert (ended["title"], ended["status"]) == (f"run_command `{line}`", "failed")
    assert [each["type"] for each in ended["content"]] == ["terminal", "diff"]
    assert (seen.text, seen.exit) == ("one\ntwo\n", 3)
    assert (quiet.text, quiet.exit) == ("(no output)", 0)
    assert held.exit is None
    assert "timed out after 1 s" in str(late["content"])
    assert (background["status"], none) == ("completed", [])
    async with acp_wire(project, capabilities=DRAWS) as other:
        where: dict[str, Any] = {"cwd": str(project.folder), "mcpServers": []}
        await other.ask("session/load", sessionId=client.session_id, **where)
        (_, [seen]), *_ = drawn(other)
    assert (seen.text, seen.exit) == ("one\ntwo", 3)


async def test_a_terminal_is_shown_only_once_its_command_is_allowed_and_stays_small(
    project: Project,
) -> None:
    asked = call("run_command", command="git push origin main")
    much = call("run_command", command="seq 1 300000")
    model = recorded(
        project.home / "script.json", reply("", asked), reply("", much), reply("Done.")
    )

    async def denies(params: Any) -> Any:
        return chosen(params, "reject_once")

    answers = {"session/request_permission": denies}
    async with acp_wire(project, model, capabilities=DRAWS, answers=answers) as client:
        await client.say("go")
        (denied, none), (_, [large]) = drawn(client)
        assert none == []
        assert "the user denied it" in str(denied["content"])
        assert large.text.endswith("300000\n")
        assert max(len(str(each)) for each in client.updates("tool_call_update")) < 30_000


@pytest.mark.parametrize("draws", [True, False])
async def test_a_progress_bar_moves_in_its_line(project: Project, draws: bool) -> None:
    line = r"printf 'get\n10%%'; sleep 0.3; printf '\r\033[K55%%'; sleep 0.3; printf '\r100%%\n'"
    step = reply("", call("run_command", command=line))
    model = recorded(project.home / "script.json", step, reply("Done."))
    async with acp_wire(project, model, capabilities=DRAWS if draws else FILES) as client:
        await client.choose("mode", "yolo")
        assert await client.say("go") == "end_turn"
        [(ended, terminals)] = drawn(client)
    if draws:
        assert as_a_terminal_shows(terminals[0].text) == "get\n100%\n"
        assert "\\x" not in terminals[0].text
    else:
        assert "get\n100%" in ended["content"][0]["content"]["text"]
        assert all("\r" not in str(each) for each in client.of("session/update"))
