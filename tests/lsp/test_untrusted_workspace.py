"""A workspace that the user of the editor does not trust: reviews, and nothing else."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import RICH, call, played, recorded, says
from tests.support.lsp_client import Answer, EditorClient, Refusal, editor

REVIEWED = call(
    "report_finding", path="a.py", line=1, severity="info", title="short", detail="it is short"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


def options(root: Path, *replies: dict[str, Any], **config: Any) -> dict[str, Any]:
    settings = {"llm": {"model": recorded(root, *replies)}, **config}
    features = {"protocol": 1, "features": RICH, "config": settings}
    return {"architect": features | {"workspaceTrusted": False}}


def untrusting(root: Path, *replies: dict[str, Any], **config: Any) -> Any:
    return editor(root, options=options(root, *replies, **config))


async def review(client: EditorClient) -> dict[str, Any]:
    argument = {"scope": "file", "uri": client.uri("a.py"), "wait": True}
    return await client.command("architect.review", argument, timeout_s=60)


def test_a_file_can_be_reviewed(root: Path) -> None:
    async def scene() -> None:
        async with untrusting(root, REVIEWED, says("done")) as client:
            assert (await review(client))["outcome"] == "completed"
            found = await client.command("architect.findings", {})
            assert [finding["title"] for finding in found["findings"]] == ["short"]

    played(scene())


@pytest.mark.parametrize(
    ("command", "argument"),
    [
        ("architect.run", {"prompt": "x"}),
        ("architect.run", {"prompt": "x", "agent": "plan"}),
        ("architect.run", {"prompt": "x", "dryRun": True}),
        ("architect.fix", {"uri": "file:///a.py", "diagnostics": [{"message": "x"}]}),
        ("architect.resume", {"sessionId": "20260101-000000-abcdef"}),
        ("architect.keep", {"runId": "20260101-000000-abcdef.1"}),
        ("architect.undo", {"runId": "20260101-000000-abcdef.1"}),
    ],
)
def test_everything_else_is_refused_with_the_way_out(
    root: Path, command: str, argument: dict[str, Any]
) -> None:
    async def scene() -> None:
        async with untrusting(root, says("done")) as client:
            with pytest.raises(Refusal, match=r"-32014 .*not trusted.*trust it there") as refusal:
                await client.command(command, argument)
            assert refusal.value.data["code"] == "untrusted"
            assert (await client.command("architect.runs", {}))["runs"] == []

    played(scene())


def test_no_configuration_of_the_project_is_read_and_nobody_is_asked(root: Path) -> None:
    (root / ".architect.yaml").write_bytes(b"hooks: {session_start: [{command: touch hooked}]}\n")

    async def scene() -> None:
        async with untrusting(root, says("done")) as client:
            assert (await review(client))["outcome"] == "completed"
            assert client.of("window/showMessageRequest") == []
        (root / ".architect.yaml").write_bytes(b"[no mapping\n")
        async with untrusting(root, says("done")) as client:
            assert (await review(client))["outcome"] == "completed"

    played(scene())
    assert not (root / "hooked").exists()


def test_nothing_that_the_user_configured_is_started(root: Path) -> None:
    marked = {"name": "mark", "command": "touch started"}
    config = {
        "hooks": {"session_start": [marked], "agent_complete": [marked]},
        "guardrails": {"quality_gates": [marked]},
        "agents": {"review": {"allowed_tools": ["run_command"], "confirm_mode": "yolo"}},
    }
    replies = (call("run_command", command="touch started"), says("done"))

    async def scene() -> None:
        async with untrusting(root, *replies, **config) as client:
            assert (await review(client))["outcome"] == "completed"

    played(scene())
    assert not (root / "started").exists()


def test_a_setting_that_is_taken_back_counts_no_longer(root: Path) -> None:
    model = recorded(root, says("done"))
    answers: dict[str, Answer] = {}
    told = {"llm": {"model": model}, "costs": {"budget_usd": 1.5}}

    async def configured(params: Any) -> list[Any]:
        return [told for _ in params["items"]]

    async def budget(client: EditorClient) -> Any:
        return (await client.command("architect.info", {}))["config"]["costs"]["budget_usd"]

    async def scene() -> None:
        nonlocal told
        answers["workspace/configuration"] = configured
        given = {"architect": {"protocol": 1, "features": RICH, "config": told}}
        async with editor(root, options=given, answers=answers) as client:
            assert await budget(client) == 1.5
            told = {"llm": {"model": model}}
            client.notify("workspace/didChangeConfiguration", {"settings": None})
            assert await budget(client) is None

    played(scene())
