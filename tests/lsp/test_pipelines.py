"""Pipelines in an editor: planned, trusted, run with what the user sees, and approved."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.support.agents_at_work import at_work, writes
from tests.support.daemon import RICH, daemon, played
from tests.support.lsp_client import EditorClient, Refusal, choosing, never
from tests.support.provider_server import ProviderServer, Reply
from tests.support.repository import commit_all
from tests.support.team import task_of

FEATURES = {**RICH, "workflows": True}
FILE = """name: Upgrade
description: Does the same everywhere.
variables:
  change:
  where: [one, two]
steps:
  - name: find
    agent: explore
    prompt: "FIND what {{change}} means"
    output_var: found
  - name: change
    for_each: where
    prompt: "CHANGE {{item}} for {{found}}"
    checks: ['test -f done.txt']
  - name: release
    condition: succeeded(change)
    approval: true
    prompt: RELEASE it
    checks: ['true']
"""
REPLIES = {
    "FIND": [Reply("the words")],
    "CHANGE": [writes("done.txt"), Reply("changed")],
    "RELEASE": [writes("released.txt"), Reply("released")],
}
TRUST, CANCEL = "Trust this pipeline", "Cancel"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "up.yaml").write_text(FILE)
    commit_all(folder)
    return folder


def config_for(server: ProviderServer, **more: Any) -> dict[str, Any]:
    llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
    return {"llm": llm, "agents": {"build": {"confirm_mode": "yolo"}}, **more}


async def ended(client: EditorClient, workflow_id: str) -> dict[str, Any]:
    told = await client.wait_for(
        "architect/workflow/changed",
        lambda each: (
            each["workflow"]["workflowId"] == workflow_id
            and each["workflow"]["status"] != "running"
        ),
        30.0,
    )
    return told["workflow"]


async def waiting(client: EditorClient, workflow_id: str) -> dict[str, Any]:
    """Until an approval is waited for."""
    told = await client.wait_for(
        "architect/workflow/changed",
        lambda each: (
            each["workflow"]["workflowId"] == workflow_id and each["workflow"]["waitingFor"]
        ),
        30.0,
    )
    return told["workflow"]


def asked(client: EditorClient, **more: Any) -> dict[str, Any]:
    return {"uri": client.uri("up.yaml"), "variables": {"change": "the change"}, **more}


def test_a_plan_shows_the_steps_the_graph_and_what_is_missing(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True, features=FEATURES) as client:
            plan = await client.command("architect.pipelinePlan", {"uri": client.uri("up.yaml")})
            assert (plan["name"], plan["missing"]) == ("Upgrade", ["change"])
            find, change, release = plan["steps"]
            assert (find["agent"], find["outputVar"]) == ("explore", "found")
            assert (change["forEach"], change["needs"]) == ("where", ["find"])
            assert release["approval"] and release["condition"] == "succeeded(change)"
            assert plan["graph"].startswith("flowchart TD\n    step1[")
            [listed] = (await client.command("architect.pipelines"))["pipelines"]
            assert listed == {
                "uri": client.uri("up.yaml"),
                "root": str(root),
                "path": "up.yaml",
                "name": "Upgrade",
                "description": "Does the same everywhere.",
                "variables": [
                    {"name": "change", "value": None},
                    {"name": "where", "value": ["one", "two"]},
                ],
                "steps": 3,
                "problem": None,
            }
            later = {"uri": client.uri("up.yaml"), "fromStep": "release"}
            steps = (await client.command("architect.pipelinePlan", later))["steps"]
            assert [step["leftOut"] for step in steps] == [True, True, False]

    played(scene())


def test_what_the_user_sees_counts_and_mistakes_in_it_are_told_with_line_and_key(
    root: Path,
) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True, features=FEATURES) as client:
            client.open("up.yaml", FILE.replace("agent: explore", "agent: explorer"))
            for command in ("architect.pipelinePlan", "architect.pipeline"):
                with pytest.raises(Refusal, match=r"up\.yaml:8: steps\[0\]\.agent: there is no"):
                    await client.command(command, asked(client))
            client.replace("up.yaml", FILE.replace("steps:", "stepz:"))
            with pytest.raises(Refusal, match=r"up\.yaml.*stepz"):
                await client.command("architect.pipeline", asked(client))
            client.replace("up.yaml", FILE.replace("name: find", "name: look"))
            plan = await client.command("architect.pipelinePlan", asked(client))
            assert plan["steps"][0]["name"] == "look"
            with pytest.raises(Refusal, match="variables: the pipeline has no variable 'chnge'"):
                wrong = {"uri": client.uri("up.yaml"), "variables": {"chnge": "x"}}
                await client.command("architect.pipeline", wrong)
            with pytest.raises(Refusal, match="a value is missing: variables change=VALUE"):
                await client.command("architect.pipeline", {"uri": client.uri("up.yaml")})

    played(scene())


def test_a_pipeline_of_the_project_runs_once_it_is_trusted_as_it_is_shown(root: Path) -> None:
    async def scene(server: ProviderServer) -> None:
        changed = FILE.replace("test -f done.txt", "mkdir -p made")
        answers = {
            "window/showMessageRequest": choosing(CANCEL, TRUST),
            "architect/confirm": never,
        }
        async with daemon(
            root, rich=True, features=FEATURES, config=config_for(server), answers=answers
        ) as client:
            client.open("up.yaml", changed)
            with pytest.raises(Refusal, match="is not trusted, so nothing was run") as refused:
                await client.command("architect.pipeline", asked(client))
            assert refused.value.data["code"] == "untrusted"
            assert (await client.command("architect.workflows"))["workflows"] == []
            begun = await client.command("architect.pipeline", asked(client))
            [first, _] = client.of("window/showMessageRequest")
            assert "is part of the project" in first["message"]
            assert "mkdir -p made" in first["message"]
            await waiting(client, begun["workflowId"])
            assert (root / "made").is_dir()
            await client.command("architect.cancelWorkflow", {"workflowId": begun["workflowId"]})
            await ended(client, begun["workflowId"])
            again = await client.command("architect.pipeline", asked(client))  # not asked again
            assert len(client.of("window/showMessageRequest")) == 2
            await client.command("architect.cancelWorkflow", {"workflowId": again["workflowId"]})
            client.replace("up.yaml", FILE)
            client.answers["window/showMessageRequest"] = choosing(CANCEL)
            with pytest.raises(Refusal, match="not trusted"):
                await client.command("architect.pipeline", asked(client))
            last = client.of("window/showMessageRequest")[-1]["message"]
            assert "has changed since you trusted it" in last and "+    checks" in last

    with ProviderServer(at_work(REPLIES)) as server:
        played(scene(server))


def test_an_approval_is_asked_for_in_the_editor_and_lets_the_step_start(root: Path) -> None:
    async def scene(server: ProviderServer) -> None:
        questions: list[Any] = []

        async def confirm(params: Any) -> Any:
            questions.append(params)
            return {"choice": "once"}

        answers = {
            "window/showMessageRequest": choosing(TRUST),
            "architect/confirm": confirm,
        }
        async with daemon(
            root, rich=True, features=FEATURES, config=config_for(server), answers=answers
        ) as client:
            begun = await client.command("architect.pipeline", asked(client))
            last = await ended(client, begun["workflowId"])
            assert last["status"] == "success", last
            [question] = questions
            assert question["runId"] == begun["workflowId"]
            assert (question["kind"], question["subject"]) == ("approval", "approval")
            assert question["title"] == "Approve the step 'release' of 'Upgrade'"
            assert question["detail"] == "RELEASE it\ncheck: true"
            assert question["options"] == ["once", "deny", "stop"]
            assert (root / "released.txt").exists()

    with ProviderServer(at_work(REPLIES)) as server:
        played(scene(server))


@pytest.mark.parametrize("approved", [True, False])
def test_an_approval_can_be_given_while_its_question_is_open(root: Path, approved: bool) -> None:
    async def scene(server: ProviderServer) -> None:
        answers = {"window/showMessageRequest": choosing(TRUST), "architect/confirm": never}
        async with daemon(
            root, rich=True, features=FEATURES, config=config_for(server), answers=answers
        ) as client:
            workflow_id = (await client.command("architect.pipeline", asked(client)))["workflowId"]
            told = await waiting(client, workflow_id)
            assert told["status"] == "running"
            assert told["waitingFor"] == [
                {
                    "approval": "release",
                    "text": "RELEASE it\ncheck: true",
                    "unitIds": ["release"],
                }
            ]
            question = await client.wait_for("architect/confirm")
            with pytest.raises(Refusal, match="nothing waits for 'deploy'"):
                wrong = {"workflowId": workflow_id, "approval": "deploy"}
                await client.command("architect.approve", wrong)
            answer = {"workflowId": workflow_id, "approval": "release", "approved": approved}
            info = await client.command("architect.approve", answer)
            assert info["waitingFor"] == []
            resolved = await client.wait_for("architect/confirm/resolved")
            assert resolved == {"requestId": question["requestId"], "reason": "cancelled"}
            last = await ended(client, workflow_id)
            assert last["status"] == ("success" if approved else "failed")
            assert (root / "released.txt").exists() is approved

    with ProviderServer(at_work(REPLIES)) as server:
        played(scene(server))


def test_an_open_question_about_a_step_ends_with_its_workflow_and_can_be_answered_later(
    root: Path,
) -> None:
    async def scene(server: ProviderServer) -> None:
        answers = {"window/showMessageRequest": choosing(TRUST), "architect/confirm": never}
        async with daemon(
            root, rich=True, features=FEATURES, config=config_for(server), answers=answers
        ) as client:
            workflow_id = (await client.command("architect.pipeline", asked(client)))["workflowId"]
            await client.wait_for("architect/confirm")
            await client.command("architect.cancelWorkflow", {"workflowId": workflow_id})
            await client.wait_for("architect/confirm/resolved")
            assert (await ended(client, workflow_id))["status"] == "paused"
            info = await client.command("architect.workflow", {"workflowId": workflow_id})
            assert [each["approval"] for each in info["waitingFor"]] == ["release"]
            answer = {"workflowId": workflow_id, "approval": "release"}
            assert (await client.command("architect.approve", answer))["status"] == "running"
            done = await client.wait_for(
                "architect/workflow/changed", lambda each: each["workflow"]["status"] == "success"
            )
            assert done["workflow"]["workflowId"] == workflow_id

    with ProviderServer(at_work(REPLIES)) as server:
        played(scene(server))


def test_questions_of_runs_and_approvals_come_one_after_the_other(root: Path) -> None:
    """The approval waits until the question of a run that was there before is answered."""
    replies = {**REPLIES, "OTHER": [writes("other.txt"), Reply("other")]}

    async def scene(server: ProviderServer) -> None:
        open_now: list[str] = []
        goes_on = asyncio.Event()

        async def confirm(params: Any) -> Any:
            open_now.append(params["kind"])
            assert len(open_now) == 1, "two questions at the same time"
            if params["kind"] != "approval":
                await goes_on.wait()
            open_now.clear()
            return {"choice": "once"}

        answers = {"window/showMessageRequest": choosing(TRUST), "architect/confirm": confirm}
        async with daemon(
            root, rich=True, features=FEATURES, config=config_for(server), answers=answers
        ) as client:
            (root / "later.yaml").write_text(
                "name: later\nsteps:\n  - {name: release, approval: true, prompt: RELEASE}\n"
            )
            run = {"prompt": "the OTHER", "mode": "confirm-all", "review": "confirm"}
            await client.command("architect.run", run)
            await client.wait_for("architect/confirm")
            later = {"uri": client.uri("later.yaml")}
            trusting = asyncio.create_task(client.command("architect.pipeline", later))
            await asyncio.sleep(0)
            goes_on.set()
            last = await ended(client, (await trusting)["workflowId"])
            assert last["status"] == "success", last
            kinds = [each["kind"] for each in client.of("architect/confirm")]
            assert (kinds[0], kinds[-1]) == ("edit", "approval")

    with ProviderServer(at_work(replies)) as server:
        played(scene(server))


def test_where_nobody_can_be_asked_a_workflow_stops_for_its_approval(root: Path) -> None:
    async def scene(server: ProviderServer) -> None:
        (root.parent / "own.yaml").write_text(FILE)  # not of the project: needs no trust
        async with daemon(root, like="helix-25.01.1", config=config_for(server)) as client:
            own = {**asked(client), "uri": (root.parent / "own.yaml").as_uri(), "wait": True}
            info = await client.command("architect.pipeline", own, 30.0)
            assert (info["status"], info["reason"]) == ("paused", "waiting for approval of release")
            assert [each["approval"] for each in info["waitingFor"]] == ["release"]
            with pytest.raises(Refusal, match="architect trust"):
                await client.command("architect.pipeline", asked(client))
            answer = {"workflowId": info["workflowId"], "approval": "release", "approved": False}
            await client.command("architect.approve", answer)
            told = await client.wait_for(
                "window/showMessage", lambda each: "'Upgrade'" in each["message"], 30.0
            )
            assert "failed" in told["message"]
            assert not (root / "released.txt").exists()

    with ProviderServer(at_work(REPLIES)) as server:
        played(scene(server))


@pytest.mark.parametrize(
    ("pressed", "status"), [("Approve", "success"), ("Refuse", "failed"), (None, "paused")]
)
def test_a_plain_editor_asks_for_an_approval_by_a_message_which_can_be_closed(
    root: Path, pressed: str | None, status: str
) -> None:
    """A message that is closed refuses nothing: the step can be approved later."""

    async def scene(server: ProviderServer) -> None:
        answers = {"window/showMessageRequest": choosing(TRUST, *([pressed] if pressed else []))}
        async with daemon(root, config=config_for(server), answers=answers) as client:
            info = await client.command("architect.pipeline", asked(client, wait=True), 30.0)
            assert info["status"] == status, info
            [_, question] = client.of("window/showMessageRequest")
            assert question["message"] == (
                "Architect: Approve the step 'release' of 'Upgrade'\nRELEASE it\ncheck: true"
            )
            buttons = [action["title"] for action in question["actions"]]
            assert buttons == ["Approve", "Refuse", "Decide later"]
            waits = [each["approval"] for each in info["waitingFor"]]
            assert waits == ([] if pressed else ["release"])
            assert (root / "released.txt").exists() is (pressed == "Approve")

    with ProviderServer(at_work(REPLIES)) as server:
        played(scene(server))


def test_agents_on_copies_have_no_tools_that_only_the_editor_could_answer(root: Path) -> None:
    of_editor = {"go_to_definition", "find_references", "hover", "rename_symbol", "problems"}

    async def scene(server: ProviderServer) -> None:
        pipeline = root.parent / "own.yaml"
        pipeline.write_text(
            "name: own\nsteps:\n  - {name: here, prompt: HERE}\n"
            "  - {name: apart, prompt: APART, worktree: true}\n"
        )
        config = config_for(server)
        async with daemon(root, rich=True, features=FEATURES, config=config) as client:
            run = {"uri": pipeline.as_uri(), "wait": True}
            info = await client.command("architect.pipeline", run, 30.0)
            assert info["status"] == "success", info
        offered = {
            word: {tool["function"]["name"] for tool in request.body["tools"]}
            for request in server.requests
            for word in ("HERE", "APART")
            if word in task_of(request)
        }
        assert of_editor <= offered["HERE"]
        assert not of_editor & offered["APART"]
        assert "edit_file" in offered["APART"]

    with ProviderServer(at_work({"HERE": [Reply("x")], "APART": [Reply("y")]})) as server:
        played(scene(server))
