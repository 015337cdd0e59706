"""The same conversation on a terminal and in editors leaves the same journal."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import COMPATIBLE, KEY, provider_environment
from tests.support import one_conversation as script
from tests.support.asking import ASKS_ALWAYS
from tests.support.chat_screen import ESCAPE, chat_screen
from tests.support.command import Project
from tests.support.daemon import daemon, played
from tests.support.lsp_client import NEOVIM, VSCODE, EditorClient
from tests.support.provider_server import ProviderServer

from architect.app.next_run import task_to_carry_out


def on_terminal(project: Project) -> list[Any]:
    """The journal of the conversation held on a terminal."""
    script.prepare(project.folder)
    settings = provider_environment() | ASKS_ALWAYS
    with ProviderServer(script.REPLIES) as server:
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        with chat_screen(project, *place, "--mode", "ask", environment=settings) as screen:
            screen.shows("/help explains")
            screen.say(f"/attach {script.NOTES}")
            screen.shows("with the next message")
            screen.say(script.TASK)
            screen.shows(f"run_command cat {script.GATE}")
            screen.say(script.MEANWHILE)
            screen.shows(f"queued: {script.MEANWHILE}")
            script.open_gate(project.folder)
            screen.asks_about(script.FILE)
            screen.say("y")
            screen.asks_about("touch other.txt")
            screen.say(f"n, {script.REASON}")
            screen.shows(script.ANSWERS[0])
            screen.shows("Partly done")
            screen.say(script.FOLLOW_UP)
            screen.shows("It is right.")
            screen.shows("Done")
            screen.say(script.SLOW)
            screen.shows(f"run_command cat {script.GATE} {script.GATE}")
            screen.type(ESCAPE)
            screen.shows("Cancelled")
            screen.say("/mode plan")
            screen.say(script.PLANNED)
            screen.shows("`do it` carries the plan out")
            screen.say("do it")
            screen.shows(script.CARRIED_OUT)
            screen.shows("Done", times=3)
            screen.say("/undo")
            screen.shows("to redo")
            screen.say("/mode ask")
            screen.say("/fork")
            screen.shows("you are in the fork")
            screen.say(script.IN_THE_FORK)
            screen.shows(script.FORKED)
            screen.shows("Done", times=4)
            screen.say("/quit")
            assert screen.end() == 0
    return script.normalized(project.folder)


def settings_for(server: ProviderServer) -> dict[str, Any]:
    """The settings `llm` of an editor."""
    return {
        "model": COMPATIBLE.model,
        "provider": COMPATIBLE.provider,
        "api_base": f"{server.url}{COMPATIBLE.path}",
        "retries": 0,
    }


async def in_editor(root: Path, llm: dict[str, Any], like: str) -> None:
    """The same by the requests that a plugin sends; `llm` are its settings of the model."""

    async def confirm(params: Any) -> Any:
        is_file = params["kind"] == "edit"
        return {"choice": "once"} if is_file else {"choice": "deny", "note": script.REASON}

    answers = {"architect/confirm": confirm}
    config = {"llm": llm}
    async with daemon(root, rich=True, config=config, answers=answers, like=like) as client:
        notes = (root / script.NOTES).as_uri()
        attached = [{"kind": "file", "name": script.NOTES, "uri": notes}]
        task = {"prompt": script.TASK, "mode": "ask", "attachments": attached}
        run = await client.command("architect.run", task)
        await client.wait_for("architect/event", is_command)
        said = {"runId": run["runId"], "text": script.MEANWHILE}
        assert (await client.command("architect.say", said))["accepted"]
        script.open_gate(root)
        await done(client, run["runId"])
        session = run["runId"].partition(".")[0]
        wanted = {"prompt": script.FOLLOW_UP, "session": session, "mode": "ask", "wait": True}
        assert (await client.command("architect.run", wanted))["output"] == script.ANSWERS[1]
        slow = {"prompt": script.SLOW, "session": session, "mode": "ask"}
        stopped = (await client.command("architect.run", slow))["runId"]
        await client.wait_for(
            "architect/event", lambda event: event["runId"] == stopped and is_command(event)
        )
        await client.command("architect.cancel", {"runId": stopped})
        await done(client, stopped)
        for prompt, mode in ((script.PLANNED, "plan"), (task_to_carry_out(), "edit")):
            wanted = {"prompt": prompt, "session": session, "mode": mode, "wait": True}
            last = await client.command("architect.run", wanted)
        assert last["output"] == script.CARRIED_OUT
        undone = await client.command("architect.undo", {"runId": run["runId"]})
        assert len(undone["reverted"]) == 1
        fork = await client.command("architect.forkSession", {"sessionId": session})
        wanted = {"prompt": script.IN_THE_FORK, "session": fork["sessionId"], "mode": "ask"}
        answer = await client.command("architect.run", {**wanted, "wait": True})
        assert answer["output"] == script.FORKED


def is_command(event: dict[str, Any]) -> bool:
    return event["type"] == "tool.decided" and event["name"] == "run_command"


async def done(client: EditorClient, run_id: str) -> None:
    await client.wait_for(
        "architect/event",
        lambda e: e["runId"] == run_id and e["type"] == "run.state" and e["state"] == "done",
    )


@pytest.mark.parametrize("like", [NEOVIM, VSCODE])
def test_a_conversation_leaves_the_same_journal_in_every_front_end(
    like: str, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITELLM_API_KEY", KEY)
    expected = on_terminal(project)
    root = tmp_path / "another"  # as long as the other path, so that it has as many tokens
    for name in ("a.txt", "b.txt"):
        Project(root, project.home).write(name, project.read(name))
    script.prepare(root)
    with ProviderServer(script.REPLIES) as server:
        played(in_editor(root, settings_for(server), like))
    assert script.normalized(root) == expected
