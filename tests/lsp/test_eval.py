"""Evaluations that an editor asks for, and which configurations count in them."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.agents_at_work import writes
from tests.support.daemon import RICH, daemon, played
from tests.support.lsp_client import EditorClient, Refusal
from tests.support.provider_server import Hang, Judge, ProviderServer, Received, Reply
from tests.support.repository import commit_all
from tests.support.working_tree import branches_of, state_of

FEATURES = {**RICH, "workflows": True}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.txt").write_text("alpha\n")
    commit_all(folder)
    return folder


def by_model(scripts: dict[str, list[Any]]) -> list[Judge]:
    def judge(received: Received) -> Any:
        script = scripts[received.body["model"].rpartition("/")[2]]
        replied = sum(each["role"] == "assistant" for each in received.body["messages"])
        return script[min(replied, len(script) - 1)]

    return [judge] * 200


def config_for(server: ProviderServer, **llm: Any) -> dict[str, Any]:
    address = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
    return {"llm": address | llm, "agents": {"build": {"confirm_mode": "yolo"}}}


def config_file(root: Path, name: str, model: str) -> str:
    path = root / f"{name}.yaml"
    path.write_text(json.dumps({"llm": {"model": model}}))
    return path.as_uri()


async def finished(client: EditorClient, workflow_id: str) -> dict[str, Any]:
    await client.wait_for(
        "architect/workflow/changed",
        lambda each: (
            each["workflow"]["workflowId"] == workflow_id
            and each["workflow"]["status"] != "running"
        ),
        40.0,
    )
    return await client.command("architect.workflow", {"workflowId": workflow_id})


GOOD = [writes("answer.txt", "right\n"), Reply("answered")]
BAD = [writes("answer.txt", "wrong\n"), Reply("answered")]


def test_configurations_are_compared_and_go_before_the_settings_of_the_editor(root: Path) -> None:
    async def scene(server: ProviderServer) -> None:
        before = state_of(root), branches_of(root)
        configs = [config_file(root.parent, name, f"openai_compatible/{name}") for name in "ab"]
        async with daemon(root, rich=True, features=FEATURES, config=config_for(server)) as client:
            asked = {
                "tasks": ["Answer right"],
                "configs": configs,
                "checks": ["grep -q right answer.txt"],
                "workers": 2,
            }
            begun = await client.command("architect.eval", asked)
            assert (begun["kind"], begun["title"]) == ("eval", "Answer right")
            info = await finished(client, begun["workflowId"])
            assert (info["status"], info["reason"]) == ("success", "2 runs of 2 count"), info
            evaluation = info["evaluation"]
            ranked = [(each["variant"], each["passRate"]) for each in evaluation["variants"]]
            names = [str(root.parent / f"{name}.yaml") for name in "ab"]
            assert ranked == [(names[1], 1.0), (names[0], 0.0)]
            assert [each["solved"] for each in evaluation["runs"]] == [False, True]
            assert (state_of(root), branches_of(root)) == before
            listed = (await client.command("architect.workflows"))["workflows"]
            assert "evaluation" not in listed[0]
            for wanted, part in {
                "html": "<!doctype html>",
                "table": "b.yaml",
                "csv": "1-task-v2-r1",
                "markdown": "Answer right",
            }.items():
                report = {"workflowId": begun["workflowId"], "format": wanted}
                page = await client.command("architect.workflowReport", report)
                assert part in page["text"].replace("DOCTYPE", "doctype"), page["text"][:400]

    with ProviderServer(by_model({"a": BAD, "b": GOOD})) as server:
        played(scene(server))


def test_only_a_record_that_is_as_it_was_begun_chooses_configurations(root: Path) -> None:
    scripts: dict[str, list[Any]] = {"a": [Hang()]}

    async def scene(server: ProviderServer) -> None:
        config = config_file(root.parent, "a", "openai_compatible/a")
        (root / "evil.yaml").write_text("{}")
        async with daemon(root, rich=True, features=FEATURES, config=config_for(server)) as client:
            asked = {"tasks": ["Answer"], "configs": [config]}
            workflow_id = (await client.command("architect.eval", asked))["workflowId"]
            await client.wait_for(
                "architect/workflow/changed",
                lambda each: each["workflow"]["counts"]["running"] == 1,
            )
            await client.command("architect.cancelWorkflow", {"workflowId": workflow_id})
            assert (await finished(client, workflow_id))["status"] == "paused"
            resume = {"workflowId": workflow_id, "wait": True}
            journal = root / ".architect/sessions/.workflows" / f"{workflow_id}.jsonl"
            kept = journal.read_bytes()
            old = str(root.parent / "a.yaml").encode()
            new = str(root / "evil.yaml").encode()
            journal.write_bytes(kept.replace(old, new))
            with pytest.raises(Refusal, match="its settings were changed"):
                await client.command("architect.resumeWorkflow", resume)
            first, rest = kept.split(b"\n", 1)  # the settings as they were, another unit
            journal.write_bytes(first + b"\n" + rest.replace(old, new))
            scripts["a"] = GOOD
            info = await client.command("architect.resumeWorkflow", resume, 40.0)
            assert "none of those that it began with" in info["reason"], info
            assert info["status"] == "paused"
            journal.write_bytes(kept)
            (root.parent / "a.yaml").write_text("{}")
            with pytest.raises(Refusal, match="has changed since the evaluation began"):
                await client.command("architect.resumeWorkflow", resume)
            config_file(root.parent, "a", "openai_compatible/a")
            info = await client.command("architect.resumeWorkflow", resume, 40.0)
            assert info["status"] == "success", info

    with ProviderServer(by_model(scripts)) as server:
        played(scene(server))


def test_copies_that_would_need_the_model_of_the_editor_are_refused_at_the_start(
    root: Path,
) -> None:
    pipeline = root.parent / "own.yaml"
    pipeline.write_text("name: own\nsteps:\n  - {name: apart, prompt: x, worktree: true}\n")

    async def scene() -> None:
        config = {"llm": {"model": "vscode"}}
        async with daemon(root, rich=True, features=FEATURES, config=config) as client:
            for command, asked in (
                ("architect.parallel", {"tasks": ["x"]}),
                ("architect.loop", {"task": "x", "copy": True}),
                ("architect.eval", {"tasks": ["x"]}),
                ("architect.pipeline", {"uri": pipeline.as_uri()}),
            ):
                with pytest.raises(Refusal, match="'vscode', a model of the editor") as refused:
                    await client.command(command, asked)
                assert "name another model for them, or set llm.model" in str(refused.value)
            assert (await client.command("architect.workflows"))["workflows"] == []

    played(scene())


def test_what_an_evaluation_lacks_is_said(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True, features=FEATURES) as client:
            for asked, told in (
                ({}, "either by tasks or by a taskFolder"),
                ({"tasks": ["x"], "agents": ["biuld"]}, "biuld"),
                ({"tasks": ["x"], "configs": ["untitled:a"]}, "is no file"),
                ({"tasks": ["x"], "prompts": [(root / "no.md").as_uri()]}, "cannot be read"),
                ({"taskFolder": root.as_uri()}, "has no folder with a prompt.md"),
            ):
                with pytest.raises(Refusal, match=told):
                    await client.command("architect.eval", asked)

    played(scene())
