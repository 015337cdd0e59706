"""Two runs at the same time in one folder: neither takes, undoes or claims what the other did."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.lsp_client import NO_ANSWER, EditorClient, Refusal
from tests.support.repository import commit_all

ENDED_S = 60.0
ASK = call("ask_user", question="Which one?")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("a.py", "b.py", "c.py"):
        (folder / name).write_text(f"# {name}\nx = 1\ny = 1\n")
    (folder / ".gitignore").write_text("gate*\n")
    commit_all(folder)
    return folder


async def unanswered(_: Any) -> Any:
    return NO_ANSWER


def edits(path: str, old: str = "x = 1", new: str = "x = 2") -> dict[str, Any]:
    return call("edit_file", path=path, old_str=old, new_str=new)


def waits(gate: str, then: str) -> dict[str, Any]:
    """A command that waits until the test opens the gate."""
    command = f"touch gate-is-up; until [ -e {gate} ]; do sleep 0.05; done; {then}"
    return call("run_command", command=command, timeout=60)


async def started(client: EditorClient, prompt: str, *replies: dict[str, Any]) -> dict[str, Any]:
    model = recorded(client.root, *replies, name=prompt.replace(" ", "-"))
    order = {"prompt": prompt, "mode": "yolo", "model": model}
    return await client.command("architect.run", order)


async def ended(client: EditorClient, run: dict[str, Any]) -> dict[str, Any]:
    """All about a run once it is over."""

    def is_end(event: dict[str, Any]) -> bool:
        return event["runId"] == run["runId"] and event.get("state") == "done"

    await client.wait_for("architect/event", is_end, ENDED_S)
    [info] = (await client.command("architect.runs", {"runId": run["runId"]}))["runs"]
    return info


async def asked(client: EditorClient) -> dict[str, Any]:
    return await client.wait_for("architect/confirm", timeout_s=ENDED_S)


async def answer(client: EditorClient, question: dict[str, Any], text: str = "left") -> None:
    order = {"runId": question["runId"], "requestId": question["requestId"]}
    done = await client.command("architect.answer", {**order, "choice": "once", "text": text})
    assert done == {"accepted": True}


async def is_there(path: Path) -> None:
    async with asyncio.timeout(ENDED_S):
        while not path.exists():
            await asyncio.sleep(0.02)


async def results(client: EditorClient, run: dict[str, Any]) -> list[str]:
    page = await client.command("architect.events", {"runId": run["runId"]})
    return [each["text"] for each in page["events"] if each["type"] == "tool.finished"]


def test_one_waits_for_an_answer_while_the_other_finishes_and_each_is_undone_alone(
    root: Path,
) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            client.answers["architect/confirm"] = unanswered
            first = await started(client, "first", edits("a.py"), ASK, edits("c.py"), says("ok"))
            question = await asked(client)
            second = await started(client, "second", edits("b.py"), says("ok"))
            assert second["state"] == "running"
            info = await ended(client, second)
            assert (info["outcome"], info["filesChanged"]) == ("completed", ["b.py"])
            busy = {"runId": first["runId"]}
            for command in ("architect.undo", "architect.keep"):
                with pytest.raises(Refusal, match=r"-32010 .*still active"):
                    await client.command(command, busy)
            with pytest.raises(Refusal, match=r"-32010 a run is editing .*'first'"):
                await client.command("architect.rollback", {"runId": second["runId"], "step": 0})
            done = await client.command("architect.undo", {"runId": second["runId"]})
            assert (done["reverted"], done["conflicts"]) == (["b.py"], [])
            assert "x = 2" in (root / "a.py").read_text()
            await answer(client, question)
            info = await ended(client, first)
            assert (info["outcome"], info["filesChanged"]) == ("completed", ["a.py", "c.py"])
            again = await client.command("architect.undo", {"runId": done["runId"]})
            assert again["reverted"] == ["b.py"]
            done = await client.command("architect.undo", busy)
            assert (sorted(done["reverted"]), done["conflicts"]) == (["a.py", "c.py"], [])
            assert "x = 2" in (root / "b.py").read_text()
            assert "x = 1" in (root / "a.py").read_text()

    played(scene())


def test_a_fifth_run_waits_and_says_for_whom(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            client.answers["architect/confirm"] = unanswered
            runs = [await started(client, f"task {n}", ASK, says("ok")) for n in range(1, 5)]
            assert [run["state"] for run in runs] == ["running"] * 4
            fifth = await started(client, "task 5", says("ok"))
            words = "Waits for one of 4 runs: task 1; task 2; task 3; task 4"
            assert (fifth["state"], fifth["position"], fifth["waitsFor"]) == ("queued", 1, words)
            sixth = await started(client, "task 6", says("ok"))
            assert (sixth["position"], sixth["waitsFor"]) == (2, words)
            event = await client.wait_for(
                "architect/event", lambda event: event.get("waitsFor") == words
            )
            assert (event["runId"], event["state"]) == (fifth["runId"], "queued")
            await client.command("architect.cancel", {"runId": runs[1]["runId"]})
            for run in (fifth, sixth):
                info = await ended(client, run)
                assert (info["outcome"], "waitsFor" in info) == ("completed", False)
            await client.command("architect.cancel", {})

    played(scene())


def test_what_a_command_changes_is_not_what_others_wrote_meanwhile(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            command = waits("gate", "echo 'z = 1' >> a.py; echo 'z = 1' >> b.py")
            first = await started(client, "first", command, says("ok"))
            await is_there(root / "gate-is-up")
            by_command = call("run_command", command="echo 'more = 1' >> c.py")
            second = await started(
                client, "second", edits("b.py"), by_command, edits("a.py"), says("ok")
            )
            info = await ended(client, second)
            assert sorted(info["filesChanged"]) == ["a.py", "b.py", "c.py"]
            taken = {"runId": second["runId"], "uris": [client.uri("a.py")]}
            assert (await client.command("architect.undo", taken))["reverted"] == ["a.py"]
            (root / "gate").touch()
            info = await ended(client, first)
            assert sorted(info["filesChanged"]) == ["a.py", "b.py"]
            done = await client.command("architect.undo", {"runId": first["runId"]})
            assert (sorted(done["reverted"]), done["conflicts"]) == (["a.py", "b.py"], [])
            assert (root / "a.py").read_text() == "# a.py\nx = 1\ny = 1\n"
            assert (root / "b.py").read_text() == "# b.py\nx = 2\ny = 1\n"
            assert (root / "c.py").read_text() == "# c.py\nx = 1\ny = 1\nmore = 1\n"

    played(scene())


def test_a_run_hears_that_another_changed_what_it_has_read(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            client.answers["architect/confirm"] = unanswered
            read = call("read_file", path="a.py")
            over = call("write_file", path="a.py", content="mine\n", mode="overwrite")
            first = await started(
                client, "first", read, ASK, over, edits("a.py", "y = 1", "y = 2"), says("ok")
            )
            question = await asked(client)
            second = await started(client, "second", read, edits("a.py"), says("ok"))
            assert (await ended(client, second))["outcome"] == "completed"
            await answer(client, question)
            await ended(client, first)
            told = await results(client, first)
            assert (root / "a.py").read_text() == "# a.py\nx = 2\ny = 2\n"
            assert "changed since" in told[2], told[2]
            done = await client.command("architect.undo", {"runId": first["runId"]})
            assert done["reverted"] == ["a.py"]
            assert (root / "a.py").read_text() == "# a.py\nx = 2\ny = 1\n"

    played(scene())


def test_what_two_commands_change_at_the_same_moment_is_claimed_once(root: Path) -> None:
    """Nothing tells whose it was: it counts for the one that ends first, and is undone with it."""

    def waiting(mine: str, gate: str) -> dict[str, Any]:
        command = f"echo new > {mine}; touch {gate}-is-up; until [ -e {gate} ]; do sleep 0.05; done"
        return call("run_command", command=command, timeout=60)

    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            first = await started(client, "first", waiting("one.txt", "gate-1"), says("ok"))
            await is_there(root / "gate-1-is-up")
            second = await started(client, "second", waiting("two.txt", "gate-2"), says("ok"))
            await is_there(root / "gate-2-is-up")
            (root / "gate-1").touch()
            one = await ended(client, first)
            (root / "gate-2").touch()
            two = await ended(client, second)
            changed = [*one["filesChanged"], *two["filesChanged"]]
            assert sorted(changed) == ["one.txt", "two.txt"]
            assert "one.txt" in one["filesChanged"]

    played(scene())
