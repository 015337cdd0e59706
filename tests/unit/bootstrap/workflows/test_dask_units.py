"""What a unit has of its own travels to the workers of Dask, or is refused."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.repository import commit_all, git

from architect.adapters.dask.cluster import open_client
from architect.adapters.records.workflow_files import digest_of
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.dask_executor import DaskExecutor
from architect.bootstrap.workflows.dask_units import dask_executor
from architect.bootstrap.workflows.records import workflow_files
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.ids import SessionId, UnitId, WorkflowId
from architect.domain.workflows.unit import HiddenFile, Place, Unit
from architect.ports.unit_executor import Dropped, UnitOrder

KEY = "sk-proj-1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P"
WORKFLOW = WorkflowId("w")
KEPT = b"kept from the agent\n"
HIDDEN = HiddenFile("tests/hidden.txt", digest_of(KEPT))
UNIT = Unit(unit_id=UnitId("one"), task="", agent="build", place=Place.COPY)

UNCONFINED: dict[str, Any] = {"commands": {"sandbox": "off"}}
OWN = Config.model_validate({**UNCONFINED, "parallel": {"prepare": "echo here > prepared.txt"}})
WITH_A_KEY = Config.model_validate({"llm": {"extra_headers": {"X-Auth": f"Bearer {KEY}"}}})


class NoWorkers:
    """A client of Dask which nothing may be sent with."""

    def subscribe_topic(self, topic: str, handler: object) -> None:
        pass


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.txt").write_text("alpha\n")
    commit_all(root)
    return root


async def nothing_left(_: UnitOrder) -> Dropped:
    """This machine has run no unit."""
    return Dropped()


def executor_in(root: Path, client: Any, own: Config) -> DaskExecutor:
    config = Config.model_validate(UNCONFINED)
    return dask_executor(
        root,
        config,
        Credentials({"LITELLM_API_KEY": KEY}),
        RepositoryTrees(root, hides=lambda _: False),
        client,
        config_of=lambda unit: own if unit.config else config,
        drop=nothing_left,
    )


def order_for(root: Path, unit: Unit) -> UnitOrder:
    return UnitOrder(
        workflow_id=WORKFLOW,
        unit=unit,
        attempt=1,
        session_id=SessionId("s"),
        tree=git(root, "rev-parse", "HEAD").strip(),
        share_usd=None,
        timeout_s=None,
    )


def test_hidden_files_and_a_configuration_of_its_own_reach_the_worker(root: Path) -> None:
    workflow_files(root).keep(WORKFLOW, [KEPT])
    unit = replace(
        UNIT,
        config="own.yaml",
        hidden=(HIDDEN,),
        checks=("cat tests/hidden.txt prepared.txt", 'test "$VAR_told" = "two words"'),
        check_variables=(("VAR_told", "two words"),),
    )

    async def ran() -> Any:
        async with AsyncExitStack() as resources:
            client = await open_client(None, workers=1, resources=resources)
            executor = executor_in(root, client, OWN)
            resources.push_async_callback(executor.aclose)
            return await executor.run(order_for(root, unit), lambda _, __: None)

    result = asyncio.run(ran())
    assert [check.exit_code for check in result.checks] == [0, 0], result
    assert result.checks[0].output.split("\n")[:2] == ["kept from the agent", "here"]
    assert "tests/hidden.txt" not in result.files


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        (
            replace(UNIT, config="own.yaml"),
            "llm.extra_headers.X-Auth in 'own.yaml' holds a key",
        ),
        (replace(UNIT, checks=(f"deploy --token {KEY}",)), "a check of one holds a key"),
        (
            replace(UNIT, hidden=(HiddenFile("key.txt", digest_of(KEY.encode())),)),
            "key.txt, a hidden file of one, holds a key",
        ),
    ],
)
def test_what_cannot_be_sent_is_refused_before_anything_is(
    root: Path, unit: Unit, said: str
) -> None:
    workflow_files(root).keep(WORKFLOW, [KEY.encode()])
    executor = executor_in(root, NoWorkers(), WITH_A_KEY)
    with pytest.raises(UserError) as refusal:
        asyncio.run(executor.run(order_for(root, unit), lambda _, __: None))
    assert said in str(refusal.value)
    assert KEY not in str(refusal.value)
