"""Runs in an editor, over real standard streams with a recorded model."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import RICH, call, daemon, played, says
from tests.support.edit_answers import applying
from tests.support.lsp_client import HELIX, EditorClient, Refusal, choosing, never
from tests.support.processes import command_line, descendants, is_alive

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


def command(line: str, **more: Any) -> dict[str, Any]:
    return call("run_command", command=line, **more)


async def state_of(client: EditorClient, run_id: str) -> dict[str, Any]:
    return (await client.command("architect.runs", {"runId": run_id}))["runs"][0]


async def ended(client: EditorClient, run_id: str) -> dict[str, Any]:
    """Poll as a bare client does."""
    async with asyncio.timeout(60):
        while (info := await state_of(client, run_id))["state"] != "done":
            await asyncio.sleep(0.02)
    return info


async def finished_event(client: EditorClient, run_id: str) -> dict[str, Any]:
    return await client.wait_for(
        "architect/event",
        lambda e: e["runId"] == run_id and e["type"] == "run.state" and e["state"] == "done",
    )


def test_an_edit_lands_in_the_open_document_and_not_on_the_disk(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("x is 2 now")) as client:
            client.open("a.py")
            info = await client.command("architect.run", {"prompt": "two", "wait": True})
            assert (info["outcome"], info["output"]) == ("completed", "x is 2 now")
            assert client.text("a.py") == "x = 2\n"
            assert (root / "a.py").read_bytes() == b"x = 1\n"

    played(scene())


def test_a_closed_file_is_written_to_the_disk(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            await client.command("architect.run", {"prompt": "two", "wait": True})
            assert (root / "a.py").read_bytes() == b"x = 2\n"
            assert client.of("workspace/applyEdit") == []

    played(scene())


def test_tools_see_what_is_not_saved(root: Path) -> None:
    async def scene() -> None:
        replies = (
            call("read_file", path="a.py"),
            call("grep", pattern="unsaved", file_pattern="*"),
            says("done"),
        )
        async with daemon(root, *replies) as client:
            client.open("a.py")
            client.type("a.py", 0, 5, "unsaved = 7")
            run = await client.command("architect.run", {"prompt": "look", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            results = [e["text"] for e in page["events"] if e["type"] == "tool.finished"]
            assert all("unsaved = 7" in text for text in results), results

    played(scene())


def test_the_answer_to_a_run_comes_before_its_end(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, command("sleep 30"), says("done"), config=YOLO) as client:
            answer = await client.command("architect.run", {"prompt": "wait"})
            assert answer["state"] == "running"
            await client.command("architect.cancel", {"runId": answer["runId"]})
            assert (await ended(client, answer["runId"]))["outcome"] == "cancelled"

    played(scene())


YOLO = {"agents": {"build": {"confirm_mode": "yolo"}}}


def test_a_bare_editor_is_asked_before_a_command_and_a_closed_question_means_no(
    root: Path,
) -> None:
    async def scene() -> None:
        async with daemon(root, command("touch made"), says("done")) as client:
            info = await client.command("architect.run", {"prompt": "touch", "wait": True})
            assert (info["outcome"], info["denied"]) == ("blocked", 1)
            [question] = client.of("window/showMessageRequest")
            assert "touch made" in question["message"]
            assert not (root / "made").exists()

    played(scene())


@pytest.mark.parametrize(("title", "asked"), [("Allow", 2), ("Allow for this run", 1)])
def test_what_is_allowed_for_the_run_is_asked_once(root: Path, title: str, asked: int) -> None:
    async def scene() -> None:
        answers = {"window/showMessageRequest": choosing(title)}
        replies = (command("touch made"), command("touch made"), says("done"))
        async with daemon(root, *replies, answers=answers) as client:
            info = await client.command("architect.run", {"prompt": "touch", "wait": True})
            assert info["outcome"] == "completed"
            assert (root / "made").exists()
            assert len(client.of("window/showMessageRequest")) == asked

    played(scene())


def test_stop_in_a_question_ends_the_run(root: Path) -> None:
    async def scene() -> None:
        answers = {"window/showMessageRequest": choosing("Stop the run")}
        async with daemon(root, command("touch made"), says("done"), answers=answers) as client:
            info = await client.command("architect.run", {"prompt": "touch", "wait": True})
            assert info["outcome"] == "cancelled"
            assert not (root / "made").exists()

    played(scene())


def test_the_question_of_a_rich_editor_says_everything_and_takes_a_note(root: Path) -> None:
    async def scene() -> None:
        asked: list[dict[str, Any]] = []

        async def confirm(params: dict[str, Any]) -> dict[str, Any]:
            asked.append(params)
            return {"choice": "deny", "note": "use the fixture instead"}

        answers = {"architect/confirm": confirm}
        replies = (command("touch made"), says("done"))
        async with daemon(root, *replies, rich=True, answers=answers) as client:
            run = await client.command("architect.run", {"prompt": "touch"})
            await finished_event(client, run["runId"])
            [question] = asked
            assert question["kind"] == "command"
            assert question["preview"] == {"command": "touch made", "cwd": "."}
            assert question["default"] == "deny"
            assert question["options"] == ["once", "run", "project", "always", "deny", "stop"]
            events = client.of("architect/event")
            [result] = [e for e in events if e["type"] == "tool.finished"]
            assert "use the fixture instead" in result["text"]

    played(scene())


def test_an_edit_is_asked_about_where_the_user_wants_that_and_shows_its_patch(root: Path) -> None:
    async def scene() -> None:
        asked: list[dict[str, Any]] = []

        async def confirm(params: dict[str, Any]) -> dict[str, Any]:
            asked.append(params)
            return {"choice": "once"}

        answers = {"architect/confirm": confirm}
        async with daemon(root, EDIT, says("done"), rich=True, answers=answers) as client:
            client.open("a.py")
            order = {"prompt": "two", "review": "confirm", "wait": True}
            await client.command("architect.run", order)
            [question] = asked
            assert question["kind"] == "edit"
            assert "+x = 2" in question["preview"]["patch"]
            assert client.text("a.py") == "x = 2\n"

    played(scene())


def test_an_editor_that_cannot_ask_gets_answers_as_code_actions_and_by_command(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, command("touch made"), says("done"), like=HELIX) as client:
            client.open("a.py")
            run = await client.command("architect.run", {"prompt": "touch"})
            await client.wait_for("window/showMessage", lambda p: "touch made" in p["message"])
            pending = (await state_of(client, run["runId"]))["pending"]
            assert "touch made" in pending["message"]
            actions = await client.request(
                "textDocument/codeAction",
                {
                    "textDocument": {"uri": client.uri("a.py")},
                    "range": client.range("a.py", 0, 0),
                    "context": {"diagnostics": []},
                },
            )
            [allow] = [a for a in actions if "allow once" in a["title"]]
            [argument] = allow["command"]["arguments"]
            assert argument["requestId"] == pending["requestId"]
            assert await client.command("architect.answer", argument) == {"accepted": True}
            assert await client.command("architect.answer", argument) == {"accepted": False}
            await ended(client, run["runId"])
            assert (root / "made").exists()

    played(scene())


def test_cancelling_withdraws_the_question(root: Path) -> None:
    async def scene() -> None:
        answers = {"architect/confirm": never}
        replies = (command("touch made"), says("done"))
        async with daemon(root, *replies, rich=True, answers=answers) as client:
            run = await client.command("architect.run", {"prompt": "touch"})
            question = await client.wait_for("architect/confirm")
            await client.command("architect.cancel", {"runId": run["runId"]})
            done = await finished_event(client, run["runId"])
            assert done["outcome"] == "cancelled"
            withdrawn = await client.wait_for("architect/confirm/resolved")
            assert withdrawn["requestId"] == question["requestId"]
            await client.wait_for("$/cancelRequest")

    played(scene())


@pytest.mark.parametrize("how", ["command", "request", "progress"])
def test_cancelling_in_each_way_ends_the_command_that_runs(root: Path, how: str) -> None:
    async def scene() -> None:
        replies = (command("echo $$ > pid; sleep 60"), says("done"))
        async with daemon(root, *replies, config=YOLO) as client:
            order = {"prompt": "wait", "wait": True}
            arguments = {"command": "architect.run", "arguments": [order]}
            request_id, reply = client.start_request("workspace/executeCommand", arguments)
            async with asyncio.timeout(60):
                while not (root / "pid").exists() or not (root / "pid").read_text():
                    await asyncio.sleep(0.02)
            started = descendants(client.process.pid)
            assert of_command(started)
            [run] = (await client.command("architect.runs", {}))["runs"]
            if how == "command":
                await client.command("architect.cancel", {})
            elif how == "request":
                client.cancel(request_id)
            else:
                [created] = client.of("window/workDoneProgress/create")
                client.notify("window/workDoneProgress/cancel", created)
            info = await ended(client, run["runId"])
            assert info["outcome"] == "cancelled"
            assert not any(map(is_alive, of_command(started)))
            if how == "request":
                with pytest.raises(Refusal, match="-32800"):
                    await reply
            else:
                assert (await reply)["outcome"] == "cancelled"

    played(scene())


def of_command(pids: list[int]) -> list[int]:
    """Without what the daemon keeps for all of its commands."""
    return [pid for pid in pids if "sleep 60" in command_line(pid)]


def test_cancelling_when_nothing_runs_says_so(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            answer = await client.command("architect.cancel", {})
            assert answer == {"runId": None, "state": "done"}

    played(scene())


def test_events_can_be_polled_page_by_page_to_the_end(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            run = await client.command("architect.run", {"prompt": "two", "wait": True})
            seen: list[dict[str, Any]] = []
            after, done = 0, False
            while not done:
                order = {"runId": run["runId"], "after": after, "limit": 4}
                page = await client.command("architect.events", order)
                assert len(page["events"]) <= 4
                seen += page["events"]
                after, done = page["next"], page["done"]
            numbers = [event["seq"] for event in seen]
            assert numbers == sorted(set(numbers))
            assert seen[0]["state"] == "running"
            assert [e["type"] for e in seen][-2:] == ["run.finished", "run.state"]

    played(scene())


def test_events_can_be_polled_on_from_the_last_one_after_a_restart(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            run = await client.command("architect.run", {"prompt": "two", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            events = [event for event in page["events"] if event["type"] != "run.state"]
        async with daemon(root, says("done")) as client:
            for number, last in enumerate(events, 1):
                order = {"runId": run["runId"], "after": last["seq"]}
                page = await client.command("architect.events", order)
                assert page["events"] == events[number:]

    played(scene())


def test_a_run_that_is_over_is_cancelled_and_answered_in_vain_also_after_a_restart(
    root: Path,
) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            run = await client.command("architect.run", {"prompt": "two", "wait": True})
        async with daemon(root, says("done")) as client:
            answer = await client.command("architect.cancel", {"runId": run["runId"]})
            assert answer == {"runId": run["runId"], "state": "done"}
            order = {"runId": run["runId"], "requestId": "1", "choice": "once"}
            assert await client.command("architect.answer", order) == {"accepted": False}
            with pytest.raises(Refusal, match="-32011 there is no run 'other'"):
                await client.command("architect.cancel", {"runId": "other"})

    played(scene())


def test_a_folder_in_which_no_run_can_work_is_named_with_the_next_step(root: Path) -> None:
    async def scene() -> None:
        (root / ".architect").write_bytes(b"a file")
        async with daemon(root, says("done")) as client:
            with pytest.raises(Refusal, match=r"-32013 '\.architect' in .* is a file"):
                await client.command("architect.run", {"prompt": "two"})
            assert "bug" not in str(client.of("window/showMessage"))

    played(scene())


def test_what_a_run_changed_is_told_where_no_page_can_be_written(root: Path) -> None:
    async def scene() -> None:
        state = root.parent / "no-folder"
        state.mkdir()
        (state / "architect").mkdir()
        (state / "architect" / "pages").write_bytes(b"a file")
        environment = {"XDG_STATE_HOME": str(state)}
        async with daemon(root, EDIT, says("done"), environment=environment) as client:
            run = await client.command("architect.run", {"prompt": "two", "wait": True})
            answer = await client.command("architect.diff", {"runId": run["runId"]})
            assert "+x = 2" in answer["patch"]
            assert answer["uri"] is None
            order = {"runId": run["runId"], "show": True}
            for name in ("architect.diff", "architect.transcript"):
                with pytest.raises(Refusal, match=r"cannot write the document .* XDG_STATE_HOME"):
                    await client.command(name, order)

    played(scene())


def test_an_undo_of_a_path_outside_is_a_bad_argument(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            run = await client.command("architect.run", {"prompt": "two", "wait": True})
            for uri in ("../a.py", "file:///etc/passwd", "b.py"):
                with pytest.raises(Refusal, match="-32602"):
                    await client.command("architect.undo", {"runId": run["runId"], "uris": [uri]})

    played(scene())


def test_progress_begins_reports_and_ends_before_the_last_state(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done"), rich=True) as client:
            run = await client.command("architect.run", {"prompt": "two"})
            await finished_event(client, run["runId"])
            methods = [(m["method"], m["params"]) for m in client.received]
            kinds = [p["value"]["kind"] for m, p in methods if m == "$/progress"]
            assert (kinds[0], kinds[-1]) == ("begin", "end")
            end = max(i for i, (m, _) in enumerate(methods) if m == "$/progress")
            last = max(i for i, (m, _) in enumerate(methods) if m == "architect/event")
            assert end < last

    played(scene())


def test_undo_takes_back_a_run_keeps_what_the_user_wrote_and_can_be_undone(root: Path) -> None:
    async def scene() -> None:
        (root / "a.py").write_bytes(b"x = 1\n\n\n\ny = 1\n")
        async with daemon(root, EDIT, says("done")) as client:
            client.open("a.py")
            run = await client.command("architect.run", {"prompt": "two", "wait": True})
            client.type("a.py", 13, 14, "5")
            assert client.text("a.py") == "x = 2\n\n\n\ny = 5\n"
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert (undone["reverted"], undone["conflicts"]) == (["a.py"], [])
            assert client.text("a.py") == "x = 1\n\n\n\ny = 5\n"
            again = await client.command("architect.undo", {"runId": undone["runId"]})
            assert again["reverted"] == ["a.py"]
            assert client.text("a.py") == "x = 2\n\n\n\ny = 5\n"

    played(scene())


def test_undo_leaves_alone_what_the_user_rewrote_and_says_where(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            client.open("a.py")
            run = await client.command("architect.run", {"prompt": "two", "wait": True})
            client.type("a.py", 4, 5, "99")
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert undone["reverted"] == []
            assert undone["conflicts"][0]["path"] == "a.py"
            assert client.text("a.py") == "x = 99\n"

    played(scene())


def test_a_run_that_was_killed_is_found_interrupted_with_its_changes(root: Path) -> None:
    async def scene() -> None:
        replies = (EDIT, command("sleep 60"), says("done"))
        async with daemon(root, *replies, rich=True, config=YOLO) as client:
            run = await client.command("architect.run", {"prompt": "two"})
            await client.wait_for("architect/event", lambda e: e["type"] == "file.changed")
            client.process.send_signal(signal.SIGKILL)
            await client.exit_code()
        async with daemon(root, says("done")) as client:
            info = await state_of(client, run["runId"])
            assert (info["state"], info["outcome"]) == ("done", "interrupted")
            assert info["filesChanged"] == ["a.py"]
            page = await client.command("architect.events", {"runId": run["runId"]})
            assert page["done"]
            assert "file.changed" in [event["type"] for event in page["events"]]
            [session] = (await client.command("architect.sessions", {}))["sessions"]
            assert session["status"] == "interrupted"
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert undone["reverted"] == ["a.py"]
            assert (root / "a.py").read_bytes() == b"x = 1\n"

    played(scene())


@pytest.mark.parametrize(
    ("features", "status"), [(RICH, "partial"), (RICH | {"partial": False}, "completed")]
)
def test_a_session_that_a_limit_ended_is_not_called_completed_where_that_is_understood(
    root: Path, features: dict[str, Any], status: str
) -> None:
    async def scene() -> None:
        replies = (command("true"), says("not all of it"))
        async with daemon(root, *replies, rich=True, config=YOLO, features=features) as client:
            order = {"prompt": "do it", "limits": {"steps": 1}, "wait": True}
            assert (await client.command("architect.run", order))["outcome"] == "limit"
            [session] = (await client.command("architect.sessions", {}))["sessions"]
            assert session["status"] == status

    played(scene())


@pytest.mark.parametrize("how", ["end of input", "shutdown"])
def test_when_the_editor_leaves_nothing_is_left(root: Path, tmp_path: Path, how: str) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    async def scene() -> None:
        replies = (command("echo $$ > pid; trap '' TERM; sleep 60"), says("done"))
        environment = {"TMPDIR": str(temporary)}
        async with daemon(root, *replies, config=YOLO, environment=environment) as client:
            await client.command("architect.run", {"prompt": "wait"})
            async with asyncio.timeout(60):
                while not (root / "pid").exists() or not (root / "pid").read_text():
                    await asyncio.sleep(0.02)
            started = descendants(client.process.pid)
            assert of_command(started)
            if how == "shutdown":
                assert await client.shut_down() == 0
            else:
                client.disconnect()
                assert await client.exit_code() == 1
            async with asyncio.timeout(60):
                while any(map(is_alive, started)):
                    await asyncio.sleep(0.02)
        assert [each.name for each in temporary.iterdir()] == []

    played(scene())


def test_a_change_of_the_configuration_holds_for_the_next_run(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            (root / ".architect.yaml").write_bytes(b"llm: {modle: x}\n")
            with pytest.raises(Refusal, match=r"-32013 .*modle"):
                await client.command("architect.run", {"prompt": "two"})
            info = await client.command("architect.info", {})
            assert info["config"] is None
            assert "modle" in info["problems"][0]
            (root / ".architect.yaml").write_bytes(b"context: {parallel_tools: false}\n")
            info = await client.command("architect.run", {"prompt": "two", "wait": True})
            assert info["outcome"] == "completed"
            config = (await client.command("architect.info", {}))["config"]
            assert config["context"]["parallel_tools"] is False

    played(scene())


def test_settings_come_from_the_editor_when_it_is_asked_and_when_it_tells(root: Path) -> None:
    async def scene() -> None:
        steps = [3]

        async def configuration(params: Any) -> list[Any]:
            build = {"max_steps": steps[0]}
            return [{"agents": {"build": build}, "server": {"path": None}} for _ in params["items"]]

        answers = {"workspace/configuration": configuration}
        async with daemon(root, says("done"), answers=answers) as client:
            await client.wait_for("workspace/configuration")
            info = await client.command("architect.info", {})
            assert info["config"]["agents"]["build"]["max_steps"] == 3
            steps[0] = 7
            client.notify("workspace/didChangeConfiguration", {"settings": None})
            await client.wait_for("workspace/configuration")
            info = await client.command("architect.info", {})
            assert info["config"]["agents"]["build"]["max_steps"] == 7

    played(scene())


BAD_ARGUMENTS: list[tuple[str, Any, str]] = [
    ("architect.run", {}, "prompt"),
    ("architect.run", {"prompt": "x", "agnet": "build"}, "did you mean 'agent'"),
    ("architect.run", {"prompt": "x", "agent": "biuld"}, "did you mean 'build'"),
    ("architect.run", {"prompt": "x", "mode": "often"}, "mode"),
    ("architect.run", {"prompt": "x", "limits": {"steps": 0}}, "steps"),
    ("architect.run", {"prompt": "x", "reasoning": "hard"}, "reasoning"),
    ("architect.run", {"prompt": "x", "scope": {"uris": ["file:///elsewhere/a.py"]}}, "elsewhere"),
    ("architect.run", {"prompt": "x", "scope": {"uris": ["git:/a.py"]}}, "neither a file nor"),
    ("architect.run", {"prompt": "x", "scope": {"uris": [""]}}, "neither a file nor"),
    ("architect.review", {"scope": "everything"}, "scope"),
    ("architect.review", {"scope": "selection"}, "range"),
    ("architect.review", {"scope": "file"}, "uri"),
    ("architect.fix", {}, "findingId"),
    ("architect.fix", {"findingId": "none"}, "none"),
    ("architect.cancel", {"runId": "none"}, "none"),
    ("architect.answer", {"runId": "none", "requestId": "1", "choice": "once"}, "none"),
    ("architect.events", {"runId": "none"}, "none"),
    ("architect.runs", {"runId": "none"}, "none"),
    ("architect.diff", {"runId": "none"}, "none"),
    ("architect.undo", {"runId": "none"}, "none"),
    ("architect.transcript", {"runId": "none"}, "none"),
    ("architect.findings", {"dismiss": "none"}, "none"),
]


@pytest.mark.parametrize(("name", "argument", "told"), BAD_ARGUMENTS)
def test_a_bad_argument_is_named_with_the_next_step(
    root: Path, name: str, argument: Any, told: str
) -> None:
    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            with pytest.raises(Refusal) as refused:
                await client.command(name, argument)
            assert told in refused.value.message
            assert refused.value.data["detail"] == refused.value.message
            assert "Traceback" not in refused.value.message

    played(scene())


def test_typing_during_a_run_is_kept_and_the_edit_finds_its_place(root: Path) -> None:
    async def scene() -> None:
        (root / "a.py").write_bytes(b"# top\n\nx = 1\n")
        async with daemon(root, EDIT, says("done")) as client:
            client.open("a.py")
            apply_well = applying(client)
            typed: list[bool] = []

            async def typed_meanwhile(params: Any) -> Any:
                if not typed:
                    typed.append(True)
                    client.type("a.py", 0, 0, "# typed\n")
                    return {"applied": False}
                return await apply_well(params)

            client.answers["workspace/applyEdit"] = typed_meanwhile
            info = await client.command("architect.run", {"prompt": "two", "wait": True})
            assert info["outcome"] == "completed"
            assert client.text("a.py") == "# typed\n# top\n\nx = 2\n"

    played(scene())
