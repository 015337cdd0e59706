"""Editors that misbehave: what a run says is true all the same, and nothing is lost or hangs."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, says
from tests.support.edit_answers import (
    APPLIED,
    applying,
    claiming,
    late,
    out_of_order,
    refusing,
)
from tests.support.lsp_client import (
    Answer,
    EditorClient,
    Refusal,
    choosing,
    never,
    null,
)
from tests.support.odd_messages import NOT_AN_ANSWER
from tests.support.processes import command_line, descendants, is_alive
from tests.support.run_states import answered, ended, eventually, state_of
from tests.support.short_timeouts import IMPATIENT

BEFORE = "# 🎉\nx = 1\n\n\n\n# 🎉🎉\ny = 1  # 🎉\n"
AFTER = "# 🎉\nx = 2\n\n\n\n# 🎉🎉\ny = 2  # 🎉\n"
EDIT = call("edit_file", path="a.py", old_str=BEFORE[6:], new_str=AFTER[6:])
TOUCH = call("run_command", command="touch made")
ORDER = {"prompt": "edit", "wait": True}

MakeAnswer = Callable[[EditorClient], Answer]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(BEFORE.encode())
    return folder


async def outcome_of_edit(client: EditorClient, run: dict[str, Any]) -> dict[str, Any]:
    """The result of the first edit of a run; what it says of it everywhere else is the same."""
    page = await client.command("architect.events", {"runId": run["runId"]})
    results = [each for each in page["events"] if each["type"] == "tool.finished"]
    assert [each["success"] for each in results] == [bool(run["filesChanged"])]
    changes = [each["path"] for each in page["events"] if each["type"] == "file.changed"]
    assert changes == run["filesChanged"]
    patch = (await client.command("architect.diff", {"runId": run["runId"]}))["patch"]
    assert ("+y = 2" in patch) == bool(run["filesChanged"])
    return results[0]


def dropping(answer: Any) -> MakeAnswer:
    """Drops the edit and gives `answer`."""

    async def dropped(_: Any) -> Any:
        return answer

    return lambda _: dropped


def made_and_then(answer: Answer) -> MakeAnswer:
    """Makes the edit, and answers in another way than that."""

    def make(client: EditorClient) -> Answer:
        honest = applying(client)

        async def odd(params: Any) -> Any:
            await honest(params)
            return await answer(params)

        return odd

    return make


async def out_of_service(_: Any) -> Any:
    raise Refusal(-32603, "out of service")


DROPPED: dict[str, MakeAnswer] = {
    "claims that it was made": claiming,
    "refuses by an error": refusing,
    "refuses": dropping({"applied": False}),
    "refuses with an odd reason": dropping({"applied": False, "failureReason": ["no"]}),
    "answers null": dropping(None),
    "answers a list": dropping([True]),
    "answers a word": dropping("yes"),
    "answers a number for a truth": dropping({"applied": 1}),
}


@pytest.mark.parametrize("habit", DROPPED)
def test_an_edit_that_was_dropped_is_never_reported_as_made(root: Path, habit: str) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done"), command=IMPATIENT) as client:
            client.answers["workspace/applyEdit"] = DROPPED[habit](client)
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert run["filesChanged"] == []
            result = await outcome_of_edit(client, run)
            assert "has reported no change" in result["text"]
            assert client.text("a.py") == BEFORE
            assert (root / "a.py").read_bytes() == BEFORE.encode()
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert (undone["reverted"], undone["conflicts"]) == ([], [])

    played(scene())


MADE: dict[str, MakeAnswer] = {
    "answers before it tells the change": lambda client: applying(client, answers_first=True),
    "sends the changes of one edit one by one, the last one first": out_of_order,
    "answers null": made_and_then(null),
    "answers with an error": made_and_then(out_of_service),
    "never answers": made_and_then(never),
    "lies about what is stale": lambda client: applying(client, lies_about_stale=True),
    "truncates what it creates": lambda client: applying(client, truncates=True),
}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("habit", MADE)
def test_an_edit_that_was_made_is_reported_whatever_the_answer(
    root: Path, habit: str, encoding: str
) -> None:
    async def scene() -> None:
        options: dict[str, Any] = {"command": IMPATIENT, "encoding": encoding}
        async with daemon(root, EDIT, says("done"), **options) as client:
            client.answers["workspace/applyEdit"] = MADE[habit](client)
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert (run["outcome"], run["filesChanged"]) == ("completed", ["a.py"])
            await outcome_of_edit(client, run)
            assert client.text("a.py") == AFTER
            assert len(client.of("workspace/applyEdit")) == 1
            assert (root / "a.py").read_bytes() == BEFORE.encode()

    played(scene())


def test_an_editor_that_never_answers_is_not_waited_for_and_not_believed(root: Path) -> None:
    async def scene() -> None:
        answers = {"workspace/applyEdit": never}
        async with daemon(root, EDIT, says("done"), command=IMPATIENT, answers=answers) as client:
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            result = await outcome_of_edit(client, run)
            assert "did not respond within" in result["text"]
            assert "may still do so" in result["text"]
            assert client.text("a.py") == BEFORE
            [request] = [m for m in client.received if m["method"] == "workspace/applyEdit"]
            assert {"id": request["id"]} in client.of("$/cancelRequest")

    played(scene())


def test_an_edit_that_is_made_after_the_time_out_is_seen_by_the_next_look(root: Path) -> None:
    async def scene() -> None:
        replies = (EDIT, call("read_file", path="a.py"), says("done"))
        released = asyncio.Event()
        async with daemon(root, *replies, command=IMPATIENT) as client:
            honest = late(client, released)

            async def late_for_once(params: Any) -> Any:
                return await honest(params)

            client.answers["workspace/applyEdit"] = late_for_once
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert run["filesChanged"] == []
            released.set()
            await eventually(lambda: client.text("a.py") == AFTER, "the late edit")
            again = await client.command("architect.run", ORDER)
            page = await client.command("architect.events", {"runId": again["runId"]})
            edit, read = [e for e in page["events"] if e["type"] == "tool.finished"]
            assert not edit["success"]
            assert "y = 2" in read["text"]
            assert client.text("a.py") == AFTER

    played(scene())


def test_a_half_of_an_edit_is_a_conflict_that_user_and_model_are_told(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done"), command=IMPATIENT) as client:
            honest = applying(client)

            async def half(params: Any) -> Any:
                [step] = params["edit"]["documentChanges"]
                assert len(step["edits"]) == 2
                step["edits"] = step["edits"][:1]
                return await honest(params)

            client.answers["workspace/applyEdit"] = half
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            result = await outcome_of_edit(client, run)
            assert "conflict in 'a.py'" in result["text"]
            assert client.text("a.py") == BEFORE.replace("x = 1", "x = 2")
            await client.wait_for("window/showMessage", lambda p: "conflict" in p["message"])
            assert len(client.of("workspace/applyEdit")) == 1

    played(scene())


def test_what_the_user_typed_while_a_stale_edit_was_dropped_is_kept(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done"), command=IMPATIENT) as client:
            liar = applying(client, lies_about_stale=True)

            async def typed_before(params: Any) -> Any:
                if client.text("a.py") == BEFORE:
                    client.type("a.py", 0, 0, "# 🎉 typed\n")
                return await liar(params)

            client.answers["workspace/applyEdit"] = typed_before
            client.open("a.py")
            client.type("a.py", 0, 0, "")
            run = await client.command("architect.run", ORDER)
            assert (run["outcome"], run["filesChanged"]) == ("completed", ["a.py"])
            assert client.text("a.py") == "# 🎉 typed\n" + AFTER

    played(scene())


def test_what_a_formatter_makes_of_an_edit_stays(root: Path) -> None:
    def sorted_out(text: str) -> str:
        return text.replace("\n\n\n\n", "\n\n").replace("x = 2", "x = 2  # formatted")

    async def scene() -> None:
        async with daemon(root, EDIT, says("done"), command=IMPATIENT) as client:
            client.answers["workspace/applyEdit"] = applying(client, formatted=sorted_out)
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert (run["outcome"], run["filesChanged"]) == ("completed", ["a.py"])
            assert client.text("a.py") == sorted_out(AFTER)
            assert len(client.of("workspace/applyEdit")) == 1

    played(scene())


def test_versions_that_jump_and_go_back_confuse_nothing(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done"), command=IMPATIENT) as client:
            buffer = client.open("a.py")
            for version in (40, 7, 7, -3):
                buffer.version = version
                client.type("a.py", 0, 0, "#")
            run = await client.command("architect.run", ORDER)
            assert (run["outcome"], run["filesChanged"]) == ("completed", ["a.py"])
            assert client.text("a.py") == "####" + AFTER

    played(scene())


def test_an_edit_leaves_lines_alone_that_the_editor_has_told_in_the_wrong_order(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done"), command=IMPATIENT) as client:
            buffer = client.open("a.py")
            buffer.text = f"# two\n# one\n{BEFORE}"
            top = {"line": 0, "character": 0}
            for text in ("# two\n", "# one\n"):
                span = {"start": top, "end": top}
                client.tell_change(buffer, [{"range": span, "text": text}])
            run = await client.command("architect.run", ORDER)
            assert run["filesChanged"] == ["a.py"]
            assert client.text("a.py") == f"# two\n# one\n{AFTER}"

    played(scene())


def test_a_new_file_is_never_made_through_an_editor_that_truncates(root: Path) -> None:
    async def scene() -> None:
        replies = (
            call("write_file", path="new.py", content="z = 1\n"),
            call("read_file", path="draft.py"),
            call("write_file", path="draft.py", content="drafted\nand more\n", mode="overwrite"),
            says("done"),
        )
        async with daemon(root, *replies) as client:
            client.answers["workspace/applyEdit"] = applying(client, truncates=True)
            client.open("draft.py", "drafted\n")
            run = await client.command("architect.run", ORDER)
            assert run["outcome"] == "completed"
            assert (root / "new.py").read_bytes() == b"z = 1\n"
            assert client.text("draft.py") == "drafted\nand more\n"
            assert not (root / "draft.py").exists()
            for edit in client.of("workspace/applyEdit"):
                assert all("kind" not in step for step in edit["edit"]["documentChanges"])

    played(scene())


def test_an_editor_that_stops_reading_does_not_hold_up_a_run(root: Path) -> None:
    async def scene() -> None:
        flood = call("run_command", command="seq 400000; touch flooded")
        write = call("write_file", path="new.py", content="z = 1\n")
        config = {"agents": {"build": {"confirm_mode": "yolo"}}}
        async with daemon(root, flood, write, says("done"), rich=True, config=config) as client:
            client.stop_reading()
            _, reply = client.start_request(
                "workspace/executeCommand", {"command": "architect.run", "arguments": [ORDER]}
            )
            await eventually(lambda: (root / "new.py").exists(), "the end of the flood")
            client.go_on_reading()
            async with asyncio.timeout(60):
                run = await reply
            changed = ("completed", ["flooded", "new.py"])
            assert (run["outcome"], run["filesChanged"]) == changed
            kinds = [event["type"] for event in client.of("architect/event")]
            assert kinds[-2:] == ["run.finished", "run.state"]
            shown_only = ("tool.output", "model.delta")
            seen = [e["seq"] for e in client.of("architect/event") if e["type"] not in shown_only]
            assert seen == sorted(set(seen))

    played(scene())


@pytest.mark.parametrize("is_made", [True, False])
def test_an_editor_that_leaves_in_the_middle_of_an_edit_leaves_a_true_record(
    root: Path, is_made: bool
) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            honest = applying(client)

            async def leave(params: Any) -> Any:
                if is_made:
                    await honest(params)
                client.disconnect()
                return APPLIED

            client.answers["workspace/applyEdit"] = leave
            client.open("a.py")
            run = await client.command("architect.run", {"prompt": "edit"})
            assert await client.exit_code() == 1
            assert client.text("a.py") == (AFTER if is_made else BEFORE)
        assert (root / "a.py").read_bytes() == BEFORE.encode()
        async with daemon(root, EDIT, says("done")) as client:
            info = await state_of(client, run["runId"])
            assert (info["state"], info["outcome"]) == ("done", "interrupted")
            assert info["filesChanged"] == (["a.py"] if is_made else [])
            again = await client.command("architect.run", ORDER)
            assert again["filesChanged"] == ["a.py"]
            assert (root / "a.py").read_bytes() == AFTER.encode()

    played(scene())


def no_capabilities(params: dict[str, Any]) -> None:
    params["capabilities"] = {}
    params.pop("clientInfo", None)


def test_an_editor_that_announces_nothing_is_asked_for_nothing_it_may_not_have(
    root: Path,
) -> None:
    (root / "b.py").write_bytes(BEFORE.encode())

    async def scene() -> None:
        closed = call("edit_file", path="b.py", old_str="x = 1", new_str="x = 2")
        replies = (EDIT, closed, TOUCH, says("done"))
        async with daemon(root, *replies, announce=no_capabilities) as client:
            assert client.encoding == "utf-16"
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert (run["filesChanged"], run["denied"]) == (["b.py"], 1)
            assert client.text("a.py") == BEFORE
            assert (root / "a.py").read_bytes() == BEFORE.encode()
            assert (root / "b.py").read_bytes() == BEFORE.replace("x = 1", "x = 2").encode()
            assert not (root / "made").exists()
            page = await client.command("architect.events", {"runId": run["runId"]})
            first = next(e for e in page["events"] if e["type"] == "tool.finished")
            assert "supports no edits" in first["text"]
            asked = {message["method"] for message in client.received if "id" in message}
            assert asked <= {"window/showMessageRequest"}
            assert not client.of("$/progress")

    played(scene())


def without_document_changes(params: dict[str, Any]) -> None:
    params["capabilities"]["workspace"]["workspaceEdit"] = {}


def test_an_editor_without_document_changes_gets_the_older_form(root: Path) -> None:
    async def scene() -> None:
        options: dict[str, Any] = {"announce": without_document_changes, "command": IMPATIENT}
        async with daemon(root, EDIT, says("done"), **options) as client:
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert run["filesChanged"] == ["a.py"]
            assert client.text("a.py") == AFTER
            [asked] = client.of("workspace/applyEdit")
            assert list(asked["edit"]) == ["changes"]
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert undone["reverted"] == ["a.py"]
            assert client.text("a.py") == BEFORE

    played(scene())


def test_an_edit_in_the_older_form_is_not_asked_for_twice(root: Path) -> None:
    async def scene() -> None:
        options: dict[str, Any] = {"announce": without_document_changes, "command": IMPATIENT}
        async with daemon(root, EDIT, says("done"), **options) as client:
            client.answers["workspace/applyEdit"] = claiming(client)
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert "asked once" in (await outcome_of_edit(client, run))["text"]
            assert len(client.of("workspace/applyEdit")) == 1

    played(scene())


def answer_again(client: EditorClient, method: str, result: Any) -> None:
    """One more answer to the last request of that method."""
    request = [each for each in client.received if each["method"] == method][-1]
    client.send({"jsonrpc": "2.0", "id": request["id"], "result": result})


def test_a_second_answer_to_a_question_does_not_answer_the_next_one(root: Path) -> None:
    async def scene() -> None:
        replies = (TOUCH, call("run_command", command="touch second"), says("done"))
        async with daemon(root, *replies) as client:
            asked: list[Any] = []

            async def once(params: Any) -> Any:
                asked.append(params)
                if len(asked) > 1:
                    return await never(params)
                answer_again(client, "window/showMessageRequest", {"title": "Allow"})
                return {"title": "Allow"}

            client.answers["window/showMessageRequest"] = once
            run = await client.command("architect.run", {"prompt": "touch"})
            await eventually(lambda: len(asked) == 2, "the second question")
            info = await state_of(client, run["runId"])
            assert (info["state"], "touch second" in info["pending"]["message"]) == (
                "waiting",
                True,
            )
            assert (root / "made").exists()
            answer_again(client, "window/showMessageRequest", {"title": "Deny"})
            answer_again(client, "window/showMessageRequest", {"title": "Allow"})
            info = await ended(client, run["runId"])
            assert info["denied"] == 1
            assert not (root / "second").exists()

    played(scene())


def test_an_answer_after_the_time_out_allows_nothing(root: Path) -> None:
    async def scene() -> None:
        replies = (TOUCH, says("done"))
        answers = {"window/showMessageRequest": never}
        async with daemon(root, *replies, command=IMPATIENT, answers=answers) as client:
            run = await client.command("architect.run", {"prompt": "touch"})
            await client.wait_for("window/showMessageRequest")
            pending = (await state_of(client, run["runId"]))["pending"]
            info = await ended(client, run["runId"])
            assert (info["outcome"], info["denied"]) == ("blocked", 1)
            answer_again(client, "window/showMessageRequest", {"title": "Allow"})
            argument = {"runId": run["runId"], "requestId": pending["requestId"], "choice": "once"}
            assert await client.command("architect.answer", argument) == {"accepted": False}
            assert not (root / "made").exists()
            errors = [m for m in client.of("window/showMessage") if m["type"] == 1]
            assert errors == []

    played(scene())


def test_a_run_that_nobody_answers_for_the_second_time_is_blocked(root: Path) -> None:
    async def scene() -> None:
        replies = (TOUCH, TOUCH, TOUCH, says("done"))
        answers = {"architect/confirm": never}
        options: dict[str, Any] = {"rich": True, "command": IMPATIENT, "answers": answers}
        async with daemon(root, *replies, **options) as client:
            run = await client.command("architect.run", ORDER)
            assert run["outcome"] == "blocked"
            assert not (root / "made").exists()
            assert len(client.of("architect/confirm")) == 2
            reasons = [each["reason"] for each in client.of("architect/confirm/resolved")]
            assert reasons == ["expired", "expired"]

    played(scene())


NO_QUESTIONS: dict[str, tuple[str, Answer]] = {
    "an error to a message box": ("window/showMessageRequest", out_of_service),
    "a button that was not there": ("window/showMessageRequest", choosing("Yes")),
    "an error to a question": ("architect/confirm", out_of_service),
    "null to a question": ("architect/confirm", null),
}


@pytest.mark.parametrize("habit", NO_QUESTIONS)
def test_an_editor_that_cannot_ask_after_all_means_no(root: Path, habit: str) -> None:
    method, answer = NO_QUESTIONS[habit]

    async def scene() -> None:
        options: dict[str, Any] = {"rich": "confirm" in method, "answers": {method: answer}}
        async with daemon(root, TOUCH, says("done"), **options) as client:
            run = await client.command("architect.run", ORDER)
            assert (run["outcome"], run["denied"]) == ("blocked", 1)
            assert len(client.of(method)) == 1
            assert not (root / "made").exists()

    played(scene())


@pytest.mark.parametrize("answer", NOT_AN_ANSWER)
def test_an_odd_answer_to_a_question_means_no(root: Path, answer: Any) -> None:
    async def odd(_: Any) -> Any:
        return answer

    async def scene() -> None:
        answers = {"architect/confirm": odd}
        async with daemon(root, TOUCH, says("done"), rich=True, answers=answers) as client:
            run = await client.command("architect.run", ORDER)
            assert (run["outcome"], run["denied"]) == ("blocked", 1)
            assert not (root / "made").exists()

    played(scene())


def test_a_run_in_one_document_is_not_disturbed_by_typing_in_another(root: Path) -> None:
    (root / "b.py").write_bytes(b"b = 1\n")

    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            honest = applying(client)

            async def typing(params: Any) -> Any:
                client.type("b.py", 0, 0, "# 🎉\n")
                return await honest(params)

            client.answers["workspace/applyEdit"] = typing
            client.open("a.py")
            client.open("b.py")
            run = await client.command("architect.run", ORDER)
            assert run["filesChanged"] == ["a.py"]
            assert client.text("a.py") == AFTER
            assert client.text("b.py") == "# 🎉\nb = 1\n"
            info = await answered(
                lambda: state_of(client, run["runId"]), "its end", lambda i: i["state"] == "done"
            )
            assert info["outcome"] == "completed"

    played(scene())


def test_an_edit_in_flight_is_finished_when_its_run_is_cancelled(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            released = asyncio.Event()
            client.answers["workspace/applyEdit"] = late(client, released)
            client.open("a.py")
            run = await client.command("architect.run", {"prompt": "edit"})
            await client.wait_for("workspace/applyEdit")
            answer = await client.command("architect.cancel", {"runId": run["runId"]})
            assert answer["state"] == "cancelling"
            assert (await state_of(client, run["runId"]))["state"] == "cancelling"
            released.set()
            info = await ended(client, run["runId"])
            assert (info["outcome"], info["filesChanged"]) == ("cancelled", ["a.py"])
            assert client.text("a.py") == AFTER
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert undone["reverted"] == ["a.py"]
            assert client.text("a.py") == BEFORE

    played(scene())


def test_an_edit_that_an_editor_does_not_read_is_not_reported_as_made(root: Path) -> None:
    """What it was sent it may still make when it reads on, unless it is told in time not to."""

    async def scene() -> None:
        write = call("write_file", path="new.py", content="z = 1\n")
        async with daemon(root, EDIT, write, says("done"), command=IMPATIENT) as client:
            client.open("a.py")
            await client.command("architect.info", {})
            client.stop_reading()
            _, reply = client.start_request(
                "workspace/executeCommand", {"command": "architect.run", "arguments": [ORDER]}
            )
            await eventually((root / "new.py").exists, "the run to go on")
            client.go_on_reading()
            async with asyncio.timeout(60):
                run = await reply
            assert (run["outcome"], run["filesChanged"]) == ("completed", ["new.py"])
            page = await client.command("architect.events", {"runId": run["runId"]})
            first = next(e for e in page["events"] if e["type"] == "tool.finished")
            assert "may still do so" in first["text"]

    played(scene())


def test_an_editor_that_stopped_reading_and_then_leaves_leaves_nothing_behind(root: Path) -> None:
    async def scene() -> None:
        flood = call("run_command", command="touch begun; yes architect")
        config = {"agents": {"build": {"confirm_mode": "yolo"}}}
        async with daemon(root, flood, says("done"), rich=True, config=config) as client:
            client.stop_reading()
            order = {"command": "architect.run", "arguments": [{"prompt": "flood"}]}
            client.start_request("workspace/executeCommand", order)
            await eventually((root / "begun").exists, "yes")
            started = [
                pid for pid in descendants(client.process.pid) if "yes arch" in command_line(pid)
            ]
            assert started
            client.disconnect()
            assert await client.exit_code() == 1
            assert not any(map(is_alive, started))

    played(scene())


def test_a_document_that_is_closed_instead_of_edited_is_changed_on_the_disk(
    root: Path,
) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done"), command=IMPATIENT) as client:

            async def close(_: Any) -> Any:
                client.close("a.py")
                return APPLIED

            client.answers["workspace/applyEdit"] = close
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            result = await outcome_of_edit(client, run)
            assert (result["success"], run["filesChanged"]) == (True, ["a.py"])
            assert (root / "a.py").read_bytes() == AFTER.encode()
            assert len(client.of("workspace/applyEdit")) == 1

    played(scene())


def test_what_an_editor_does_beyond_an_edit_is_kept_like_typing(root: Path) -> None:
    async def scene() -> None:
        insert = call("edit_file", path="a.py", old_str="x = 1\n", new_str="x = 1\nz = 1\n")
        async with daemon(root, insert, says("done"), command=IMPATIENT) as client:
            honest = applying(client)

            async def twice(params: Any) -> Any:
                await honest(params)
                params["edit"]["documentChanges"][0]["textDocument"]["version"] = None
                return await honest(params)

            client.answers["workspace/applyEdit"] = twice
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert run["filesChanged"] == ["a.py"]
            assert client.text("a.py") == BEFORE.replace("x = 1\n", "x = 1\nz = 1\nz = 1\n")
            client.answers["workspace/applyEdit"] = honest
            undone = await client.command("architect.undo", {"runId": run["runId"]})
            assert (undone["reverted"], undone["conflicts"]) == (["a.py"], [])
            assert client.text("a.py") == BEFORE.replace("x = 1\n", "x = 1\nz = 1\n")

    played(scene())


def test_what_the_user_typed_since_a_file_was_read_is_kept_when_it_is_written(root: Path) -> None:
    async def scene() -> None:
        rewrite = call("write_file", path="a.py", content=AFTER)
        replies = (call("read_file", path="a.py"), rewrite, says("done"))
        async with daemon(root, *replies, rich=True) as client:

            async def once(question: Any) -> Any:
                if question["title"].startswith("Write "):
                    at = BEFORE.index("\n\n\n\n") + 3
                    client.type("a.py", at, at, "# typed\n")
                return {"choice": "once"}

            client.open("a.py")
            client.answers["architect/confirm"] = once
            run = await client.command("architect.run", ORDER | {"mode": "confirm-all"})
            assert run["filesChanged"] == ["a.py"]
            assert client.text("a.py") == AFTER.replace("\n\n\n\n", "\n\n\n# typed\n\n")

    played(scene())
