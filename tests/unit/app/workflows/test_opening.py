"""What a workflow leaves in the repository of the user, and from when on."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from tests.support.repository import commit_all, git

from architect.app.workflows.front import Front
from architect.app.workflows.opening import begin
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.records import workflow_files
from architect.config.schema import Config
from architect.domain.workflows.events import WorkflowLimits
from architect.domain.workflows.unit import Place, UnitResult
from architect.ports.trees import Trees
from architect.ports.unit_executor import Dropped, Spent, UnitExecutor, UnitOrder
from architect.workflows.loop import LoopSettings

LOOP = LoopSettings(task="count", checks=(), place=Place.WORKSPACE)


class NobodyWorks:
    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        raise AssertionError("no unit is to run")

    async def drop(self, order: UnitOrder) -> Dropped:
        return Dropped()

    async def undo(self, order: UnitOrder) -> str:
        return ""

    async def aclose(self) -> None:
        pass


def nobody_works(_trees: Trees | None) -> UnitExecutor:
    return NobodyWorks()


def refs(root: Path) -> list[str]:
    return git(root, "for-each-ref", "--format=%(refname)", "refs/architect").split()


def test_a_ref_is_made_only_once_the_workflow_is_on_record_that_it_belongs_to(
    tmp_path: Path,
) -> None:
    """A process that is killed in between would leave one that nobody ever removes."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.txt").write_text("one\n")
    commit_all(root)
    (root / "a.txt").write_text("two\n")
    at_record: list[list[str]] = []
    front = Front(
        root=root,
        config=Config.model_validate({"llm": {"model": "recorded/none.json"}}),
        load=lambda _: Config(),
        credentials=Credentials({"HOME": str(tmp_path)}),
        watch=lambda _event, _state: at_record.append(refs(root)),
        in_place=nobody_works,
    )

    async def scene() -> str:
        async with AsyncExitStack() as resources:
            coordinator = await begin(
                LOOP, WorkflowLimits(), front, title="count", resources=resources
            )
            assert workflow_files(root).has(coordinator.workflow_id)
            coordinator.stop()
            state = await coordinator.run()
            assert state.started is not None
            return f"refs/architect/workflows/{coordinator.workflow_id}/{state.started.base}"

    kept = asyncio.run(scene())
    assert at_record == [[], [kept]]
    assert refs(root) == [kept]
