"""A command sees what the run has changed: files are saved before it, by the editor alone."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, says
from tests.support.lsp_client import HELIX, Answer, EditorClient, choosing, never, null
from tests.support.run_states import answered, ended, eventually, results_of, state_of
from tests.support.short_timeouts import IMPATIENT

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
COMMAND = call("run_command", command="cat a.py > seen")
ORDER = {"prompt": "edit", "wait": True}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


def settings(save: str = "auto") -> dict[str, Any]:
    return {"edits": {"save": save}, "agents": {"build": {"confirm_mode": "yolo"}}}


def saving(client: EditorClient) -> Answer:
    """What our plugins do with architect/save."""

    async def save(params: Any) -> dict[str, Any]:
        for uri in params["uris"]:
            client.save(uri)
        return {"saved": params["uris"], "failed": []}

    return save


def pressing(client: EditorClient, button: str) -> Answer:
    """A user who saves before pressing a button."""

    async def press(params: Any) -> Any:
        client.save("a.py")
        return await choosing(button)(params)

    return press


async def command_result(client: EditorClient, run: dict[str, Any]) -> str:
    return (await results_of(client, run["runId"]))[-1]


def seen(root: Path) -> bytes:
    return (root / "seen").read_bytes()


def test_our_own_editors_save_what_the_run_changed_and_nothing_else(root: Path) -> None:
    (root / "b.py").write_bytes(b"b = 1\n")

    async def scene() -> None:
        replies = (EDIT, COMMAND, COMMAND, says("done"))
        async with daemon(root, *replies, rich=True, config=settings()) as client:
            client.answers["architect/save"] = saving(client)
            client.open("a.py")
            client.open("b.py")
            client.type("b.py", 0, 0, "# typed\n")
            run = await client.command("architect.run", ORDER)
            assert run["outcome"] == "completed"
            assert seen(root) == b"x = 2\n"
            assert client.of("architect/save") == [{"uris": [client.uri("a.py")]}]
            assert (root / "b.py").read_bytes() == b"b = 1\n"
            assert client.of("window/showMessageRequest") == []
            states = [e for e in client.of("architect/event") if e["type"] == "run.state"]
            assert [each.get("waitsFor") for each in states] == [None, "save", None, None]
            assert "not saved" not in await command_result(client, run)

    played(scene())


def test_a_user_who_wants_to_be_asked_is_asked_before_the_editor_saves(root: Path) -> None:
    async def scene() -> None:
        options: dict[str, Any] = {"rich": True, "config": settings("ask")}
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.answers["architect/save"] = saving(client)
            client.answers["window/showMessageRequest"] = choosing("Save and run")
            client.open("a.py")
            await client.command("architect.run", ORDER)
            [question] = client.of("window/showMessageRequest")
            assert "1 changed file is unsaved: a.py" in question["message"]
            assert len(client.of("architect/save")) == 1
            assert seen(root) == b"x = 2\n"

    played(scene())


@pytest.mark.parametrize("rich", [True, False])
def test_a_user_who_never_wants_to_save_is_left_alone_and_the_model_is_told(
    root: Path, rich: bool
) -> None:
    async def scene() -> None:
        options: dict[str, Any] = {"rich": rich, "config": settings("never")}
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert seen(root) == b"x = 1\n"
            assert client.of("architect/save") == client.of("window/showMessageRequest") == []
            told = await command_result(client, run)
            assert "a.py" in told
            assert "not saved" in told
            assert client.text("a.py") == "x = 2\n"
            assert (root / "a.py").read_bytes() == b"x = 1\n"

    played(scene())


@pytest.mark.parametrize("save", ["auto", "ask"])
def test_other_editors_have_their_user_save(root: Path, save: str) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, COMMAND, says("done"), config=settings(save)) as client:
            client.answers["window/showMessageRequest"] = pressing(client, "Run after I save")
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert seen(root) == b"x = 2\n"
            assert "not saved" not in await command_result(client, run)
            assert client.of("architect/save") == []

    played(scene())


def test_a_user_who_saves_after_the_answer_is_waited_for(root: Path) -> None:
    async def scene() -> None:
        answers = {"window/showMessageRequest": choosing("Run after I save")}
        options: dict[str, Any] = {"config": settings(), "answers": answers}
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.open("a.py")
            run = await client.command("architect.run", {"prompt": "edit"})
            await client.wait_for("window/showMessageRequest")
            assert (await state_of(client, run["runId"]))["state"] == "waiting"
            assert not (root / "seen").exists()
            client.save("a.py")
            assert (await ended(client, run["runId"]))["outcome"] == "completed"
            assert seen(root) == b"x = 2\n"

    played(scene())


@pytest.mark.parametrize("button", ["Run anyway", "nothing"])
def test_a_command_that_runs_without_saving_says_what_it_saw(root: Path, button: str) -> None:
    async def scene() -> None:
        answer = null if button == "nothing" else choosing(button)
        options: dict[str, Any] = {
            "config": settings(),
            "answers": {"window/showMessageRequest": answer},
        }
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert seen(root) == b"x = 1\n"
            assert "saw what was on the disk before: a.py" in await command_result(client, run)

    played(scene())


def test_a_command_can_be_cancelled_instead_and_the_run_goes_on(root: Path) -> None:
    async def scene() -> None:
        answers = {"window/showMessageRequest": choosing("Cancel command")}
        options: dict[str, Any] = {"config": settings(), "answers": answers}
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert run["outcome"] == "completed"
            assert "the user cancelled the command" in await command_result(client, run)
            assert not (root / "seen").exists()
            assert client.text("a.py") == "x = 2\n"

    played(scene())


def test_cancelling_the_run_withdraws_the_question_and_starts_no_command(root: Path) -> None:
    async def scene() -> None:
        answers = {"window/showMessageRequest": never}
        options: dict[str, Any] = {"config": settings(), "answers": answers}
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.open("a.py")
            run = await client.command("architect.run", {"prompt": "edit"})
            await client.wait_for("window/showMessageRequest")
            await client.command("architect.cancel", {"runId": run["runId"]})
            info = await ended(client, run["runId"])
            assert (info["outcome"], info["filesChanged"]) == ("cancelled", ["a.py"])
            await client.wait_for("$/cancelRequest")
            assert not (root / "seen").exists()
            assert client.text("a.py") == "x = 2\n"

    played(scene())


def failing(_: EditorClient) -> Answer:
    async def fail(params: Any) -> dict[str, Any]:
        failed = [{"uri": uri, "reason": "the disk is full"} for uri in params["uris"]]
        return {"saved": [], "failed": failed}

    return fail


def boasting(_: EditorClient) -> Answer:
    async def boast(params: Any) -> dict[str, Any]:
        return {"saved": params["uris"], "failed": []}

    return boast


def giving_null(_: EditorClient) -> Answer:
    return null


def silent(_: EditorClient) -> Answer:
    return never


@pytest.mark.parametrize(
    ("habit", "reason"),
    [
        (failing, "the disk is full"),
        (boasting, "not saved"),
        (giving_null, "not saved"),
        (silent, "did not answer"),
    ],
)
def test_an_editor_that_does_not_save_is_not_believed_and_not_waited_for(
    root: Path, habit: Callable[[EditorClient], Answer], reason: str
) -> None:
    async def scene() -> None:
        options: dict[str, Any] = {"rich": True, "config": settings(), "command": IMPATIENT}
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.answers["architect/save"] = habit(client)
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert run["outcome"] == "completed"
            told = await command_result(client, run)
            assert reason in told
            assert "saw what was on the disk before: a.py" in told
            assert seen(root) == b"x = 1\n"

    played(scene())


def test_a_formatter_that_runs_on_saving_is_no_conflict(root: Path) -> None:
    async def scene() -> None:
        again = call("edit_file", path="a.py", old_str="x = 2", new_str="x = 3")
        replies = (EDIT, COMMAND, again, COMMAND, says("done"))
        async with daemon(root, *replies, rich=True, config=settings()) as client:
            plain_save = saving(client)

            async def formatted_save(params: Any) -> Any:
                for uri in params["uris"]:
                    text = client.text(uri)
                    if "# 🎉" not in text:
                        client.replace(uri, f"# 🎉 formatted\n{text}")
                return await plain_save(params)

            client.answers["architect/save"] = formatted_save
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert (run["outcome"], run["denied"]) == ("completed", 0)
            wanted = "# 🎉 formatted\nx = 3\n"
            assert client.text("a.py") == wanted
            assert seen(root) == wanted.encode()

    played(scene())


def test_an_editor_that_cannot_ask_runs_the_command_and_says_what_it_saw(root: Path) -> None:
    async def scene() -> None:
        options: dict[str, Any] = {"config": settings(), "like": HELIX}
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.open("a.py")
            run = await client.command("architect.run", ORDER)
            assert seen(root) == b"x = 1\n"
            assert "nobody answered" in await command_result(client, run)

    played(scene())


def test_questions_of_two_runs_come_one_after_the_other(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.py").write_bytes(b"x = 1\n")

    def both(params: dict[str, Any]) -> None:
        folders = [{"uri": each.as_uri(), "name": each.name} for each in (root, other)]
        params["workspaceFolders"] = folders

    async def scene() -> None:
        open_now: list[Any] = []
        most: list[int] = []
        released = asyncio.Event()

        async def ask(params: Any) -> Any:
            open_now.append(params)
            most.append(len(open_now))
            await released.wait()
            open_now.remove(params)
            return {"title": "Run anyway"}

        options: dict[str, Any] = {"config": settings(), "announce": both}
        async with daemon(root, EDIT, COMMAND, says("done"), **options) as client:
            client.answers["window/showMessageRequest"] = ask
            client.open("a.py")
            client.open((other / "a.py").as_uri(), "x = 1\n")
            runs = [
                await client.command(
                    "architect.run", {"prompt": "edit", "scope": {"uris": [each.as_uri()]}}
                )
                for each in (root, other)
            ]
            for each in ("a.py", (other / "a.py").as_uri()):
                await eventually(lambda each=each: client.text(each) == "x = 2\n", "the edits")
            for run in runs:
                await answered(
                    lambda run=run: state_of(client, run["runId"]),
                    "both runs to wait",
                    lambda info: info["state"] == "waiting",
                )
            await eventually(lambda: open_now, "a question")
            released.set()
            for run in runs:
                assert (await ended(client, run["runId"]))["outcome"] == "completed"
            assert most == [1, 1]

    played(scene())
