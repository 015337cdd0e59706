"""Workflows that an editor asks for: loops in its files, parallel tasks on copies."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.support.agents_at_work import at_work, writes
from tests.support.daemon import RICH, daemon, played
from tests.support.lsp_client import Answer, EditorClient, Refusal, editor
from tests.support.processes import descendants, is_alive, running_with
from tests.support.provider_server import Call, Hang, ProviderServer, Reply
from tests.support.repository import commit_all, git
from tests.support.until import until
from tests.support.working_tree import branches_of, state_of

FEATURES = {**RICH, "workflows": True}
YOLO = {"build": {"confirm_mode": "yolo"}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.txt").write_text("alpha\n")
    commit_all(folder)
    git(folder, "config", "user.name", "A User")
    git(folder, "config", "user.email", "user@example.invalid")
    return folder


def config_for(server: ProviderServer, **more: Any) -> dict[str, Any]:
    llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
    return {"llm": llm, "agents": YOLO, **more}


def edits(path: str, old: str, new: str, id: str = "e1") -> Reply:
    arguments = {"path": path, "old_str": old, "new_str": new}
    return Reply(calls=[Call("edit_file", json.dumps(arguments), id=id)])


def saving(client: EditorClient) -> Answer:
    """What our plugins do with architect/save."""

    async def save(params: Any) -> dict[str, Any]:
        for uri in params["uris"]:
            client.save(uri)
        return {"saved": params["uris"], "failed": []}

    return save


async def ended(client: EditorClient, workflow_id: str, timeout_s: float = 30.0) -> dict[str, Any]:
    """The last that is told of a workflow."""
    told = await client.wait_for(
        "architect/workflow/changed",
        lambda each: (
            each["workflow"]["workflowId"] == workflow_id
            and each["workflow"]["status"] != "running"
        ),
        timeout_s,
    )
    return told["workflow"]


def test_a_loop_works_on_unsaved_documents_and_each_iteration_has_its_hunks(root: Path) -> None:
    (root / "a.txt").write_text("one\ntwo\n")
    script = at_work(
        {
            "number 1 of": [edits("a.txt", "mine", "yours"), Reply("half of it")],
            "number 2 of": [edits("a.txt", "two", "three"), Reply("the rest")],
        }
    )

    async def scene(server: ProviderServer) -> None:
        features = {**FEATURES, "hunks": True}
        async with daemon(root, rich=True, features=features, config=config_for(server)) as client:
            client.answers["architect/save"] = saving(client)
            client.open("a.txt", "mine\ntwo\n")
            asked = {"task": "count", "checks": ["grep -q yours a.txt", "grep -q three a.txt"]}
            begun = await client.command("architect.loop", asked)
            assert (begun["kind"], begun["status"], begun["title"]) == ("loop", "running", "count")
            last = await ended(client, begun["workflowId"])
            assert last["status"] == "success", last
            assert last["reason"] == "all checks passed after 2 iterations"
            assert client.text("a.txt") == "yours\nthree\n"
            full = await client.command("architect.workflow", {"workflowId": begun["workflowId"]})
            checks = [[check["passed"] for check in unit["checks"]] for unit in full["units"]]
            assert checks == [[True, False], [True, True]]
            runs = [unit["runId"] for unit in full["units"]]
            listed = (await client.command("architect.runs"))["runs"]
            assert [each["runId"] for each in listed] == runs
            hunks = [
                (await client.command("architect.hunks", {"runId": run_id}))["hunks"]
                for run_id in runs
            ]
            assert [[each["after"] for each in own] for own in hunks] == [["yours\n"], ["three\n"]]

    with ProviderServer(script) as server:
        played(scene(server))


def test_parallel_tasks_leave_branches_that_can_be_read_and_compared(root: Path) -> None:
    (root / "b.txt").write_text("not committed\n")
    script = at_work(
        {
            "FIRST": [writes("first.txt"), Reply("first is there")],
            "SECOND": [writes("second.txt"), Reply("second is there")],
        }
    )

    async def scene(server: ProviderServer) -> None:
        before = state_of(root)
        async with daemon(root, rich=True, features=FEATURES, config=config_for(server)) as client:
            tasks = {"tasks": ["the FIRST", "the SECOND"], "workers": 2, "checks": ["true"]}
            workflow_id = (await client.command("architect.parallel", tasks))["workflowId"]
            last = await ended(client, workflow_id)
            assert (last["status"], last["counts"]["succeeded"]) == ("success", 2)
            assert state_of(root) == before
            assert {"architect/parallel-1", "architect/parallel-2"} <= branches_of(root)
            [listed] = (await client.command("architect.workflows", {"units": True}))["workflows"]
            assert listed["workflowId"] == workflow_id
            first, second = listed["units"]
            assert (first["branch"], first["files"]) == ("architect/parallel-1", ["first.txt"])
            assert (await client.command("architect.runs"))["runs"] == []
            asked = {"workflowId": workflow_id, "unitId": second["unitId"]}
            patch = (await client.command("architect.workflowDiff", asked))["patch"]
            assert "+++ b/second.txt" in patch and "b.txt b/b.txt" not in patch
            page = await client.command("architect.transcript", {"runId": first["runId"]})
            assert "first is there" in page["text"]
            events = await client.command("architect.events", {"runId": first["runId"]})
            assert events["done"] and events["events"][0]["type"] == "run.started"

    with ProviderServer(script) as server:
        played(scene(server))


def test_one_unit_is_cancelled_alone_and_can_be_watched_before(root: Path) -> None:
    script = at_work(
        {
            "STUCK": [
                Reply("thinking about it", calls=[Call("read_file", '{"path": "a.txt"}')]),
                Hang(),
            ],
            "QUICK": [writes("quick.txt"), Reply("done")],
        }
    )

    async def scene(server: ProviderServer) -> None:
        async with daemon(root, rich=True, features=FEATURES, config=config_for(server)) as client:
            tasks = {"tasks": ["STUCK", "QUICK"], "workers": 2}
            begun = await client.command("architect.parallel", tasks)
            workflow_id = begun["workflowId"]
            await client.wait_for(
                "architect/workflow/changed",
                lambda told: any(unit["success"] for unit in told["units"]),
                30.0,
            )
            stuck = (await client.command("architect.workflow", {"workflowId": workflow_id}))[
                "units"
            ][0]
            assert stuck["phase"] == "running"
            page = await client.command("architect.transcript", {"runId": stuck["runId"]})
            assert "thinking about it" in page["text"]
            one = {"workflowId": workflow_id, "unitId": stuck["unitId"]}
            assert await client.command("architect.cancelWorkflow", one) == {"cancelled": True}
            last = await ended(client, workflow_id)
            assert (last["status"], last["reason"]) == ("partial", "1 of 2 tasks succeeded")
            assert last["counts"] == {
                "waiting": 0,
                "running": 0,
                "succeeded": 1,
                "failed": 1,
                "skipped": 0,
            }
            assert await client.command("architect.cancelWorkflow", one) == {"cancelled": False}

    with ProviderServer(script) as server:
        played(scene(server))


def test_what_was_cancelled_as_a_whole_is_resumed_without_repeating_what_is_done(
    root: Path,
) -> None:
    second = [edits("a.txt", "beta", "gamma"), Hang()]
    first = [edits("a.txt", "alpha", "beta"), Reply("half of it")]
    script = at_work({"number 1 of": first, "number 2 of": second})
    asked = {"task": "count", "checks": ["grep -q delta a.txt"]}

    async def scene(server: ProviderServer) -> None:
        async with daemon(root, rich=True, features=FEATURES, config=config_for(server)) as client:
            client.answers["architect/save"] = saving(client)
            client.open("a.txt")
            workflow_id = (await client.command("architect.loop", asked))["workflowId"]
            while client.text("a.txt") != "gamma\n":
                await client.wait_for("architect/event")
            whole = {"workflowId": workflow_id}
            assert await client.command("architect.cancelWorkflow", whole) == {"cancelled": True}
            assert (await ended(client, workflow_id))["status"] == "paused"
            assert client.text("a.txt") == "gamma\n"
            second[:] = [edits("a.txt", "beta", "delta"), Reply("all of it")]
            resumed = await client.command("architect.resumeWorkflow", whole)
            assert resumed["status"] == "running"
            last = await ended(client, workflow_id)
            assert (last["status"], client.text("a.txt")) == ("success", "delta\n"), last
            with pytest.raises(Refusal, match="is over"):
                await client.command("architect.resumeWorkflow", whole)

    with ProviderServer(script) as server:
        played(scene(server))


def test_when_the_editor_leaves_nothing_runs_on_and_both_can_be_resumed(root: Path) -> None:
    line = "sleep 13141.5"
    sleeps = Reply(calls=[Call("run_command", json.dumps({"command": line}), id="s1")])
    script = at_work({"COPY": [sleeps], "number 1 of": [sleeps]})

    async def scene(server: ProviderServer) -> None:
        config = config_for(server)
        async with daemon(root, rich=True, features=FEATURES, config=config) as client:
            loop = await client.command("architect.loop", {"task": "here"})
            copies = await client.command("architect.parallel", {"tasks": ["COPY"]})
            await asyncio.to_thread(
                until, lambda: len(running_with(line[-7:])) >= 2, "both commands"
            )
            started = descendants(client.process.pid)
            assert await client.shut_down() == 0
        assert [pid for pid in started if is_alive(pid)] == []
        assert not running_with(line[-7:])
        async with daemon(root, rich=True, features=FEATURES, config=config) as client:
            listed = (await client.command("architect.workflows"))["workflows"]
            assert {each["workflowId"]: each["status"] for each in listed} == {
                copies["workflowId"]: "paused",
                loop["workflowId"]: "paused",
            }

    with ProviderServer(script) as server:
        played(scene(server))


def test_a_killed_daemon_leaves_nothing_that_a_command_did_by_halves(root: Path) -> None:
    """What the user has typed since is kept, where the command had changed the file, too."""
    (root / "typed.txt").write_text("typed\n")
    (root / ".gitignore").write_text(".ignored\n")
    lines = (
        "echo more >> a.txt; echo more >> typed.txt; "
        "if [ ! -e .ignored ]; then touch .ignored; sleep 600; fi"
    )
    calls = Reply(calls=[Call("run_command", json.dumps({"command": lines}), id="s1")])
    script = at_work({"number 1 of": [calls, Reply("COMPLETE")]})

    async def scene(server: ProviderServer) -> None:
        config = config_for(server)
        async with daemon(root, rich=True, features=FEATURES, config=config) as client:
            loop = await client.command("architect.loop", {"task": "here"})
            await asyncio.to_thread(until, (root / ".ignored").exists, "the command at work")
            client.process.send_signal(signal.SIGKILL)
            await client.exit_code()
        async with daemon(root, rich=True, features=FEATURES, config=config) as client:
            client.answers["architect/save"] = saving(client)
            client.open("a.txt")
            client.open("typed.txt")
            client.replace("typed.txt", "of the user\n")
            resumed = {"workflowId": loop["workflowId"], "wait": True}
            info = await client.command("architect.resumeWorkflow", resumed)
            assert info["status"] == "success", info
            assert (root / "a.txt").read_text() == "alpha\nmore\n"
            assert client.text("typed.txt") == "of the user\n"
            [told] = [each["message"] for each in client.of("window/showMessage")]
            assert "put back a.txt" in told and "left alone typed.txt" in told

    with ProviderServer(script) as server:
        played(scene(server))


def test_what_makes_no_sense_is_refused(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True, features=FEATURES) as client:
            with pytest.raises(Refusal, match="there is no workflow 'loop-1'"):
                await client.command("architect.workflow", {"workflowId": "loop-1"})
            with pytest.raises(Refusal, match="tasks"):
                await client.command("architect.parallel", {"tasks": []})
            with pytest.raises(Refusal, match="there is no agent"):
                await client.command("architect.loop", {"task": "t", "agent": "nobody"})
            assert (await client.command("architect.workflows")) == {"workflows": []}

    played(scene())


def test_a_workspace_without_git_has_loops_and_no_copies(tmp_path: Path) -> None:
    async def scene() -> None:
        async with daemon(tmp_path / "bare", rich=False) as client:
            with pytest.raises(Refusal, match="no git repository"):
                await client.command("architect.parallel", {"tasks": ["one"]})

    played(scene())


def test_nothing_is_begun_in_a_workspace_that_is_not_trusted(root: Path) -> None:
    async def scene() -> None:
        untrusted = {"architect": {"protocol": 1, "features": FEATURES, "workspaceTrusted": False}}
        async with editor(root, options=untrusted) as client:
            for name, asked in (("loop", {"task": "t"}), ("parallel", {"tasks": ["t"]})):
                with pytest.raises(Refusal, match="not trusted"):
                    await client.command(f"architect.{name}", asked)
            assert (await client.command("architect.workflows")) == {"workflows": []}

    played(scene())
