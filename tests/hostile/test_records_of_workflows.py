"""Records of workflows that came with a repository: looking at them changes nothing."""

import asyncio
from pathlib import Path

import pytest
from tests.support.repository import commit_all

from architect.adapters.records.workflow_files import WorkflowFiles
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.app.workflows.changes import changes_of_unit
from architect.config.schema import Config
from architect.domain.errors import UserError, VcsFault
from architect.domain.ids import SessionId, UnitId, WorkflowId
from architect.domain.outcome import Status
from architect.domain.workflows.events import (
    BranchMade,
    UnitAdded,
    UnitFinished,
    UnitStarted,
    WorkflowLimits,
    WorkflowStarted,
)
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Place, Unit, UnitResult

UNIT = UnitId("1")
WORKFLOW = WorkflowId("parallel-20260101-000000-abcdef")


def state_of(root: Path, *, base: str, tree: str, branch: str = "") -> WorkflowState:
    state = WorkflowState()
    unit = Unit(unit_id=UNIT, task="t", agent="build", place=Place.COPY)
    result = UnitResult(status=Status.SUCCESS, tree=tree)
    state.apply(
        WorkflowStarted(
            workflow_id=WORKFLOW,
            kind="parallel",
            title="t",
            workspace=str(root),
            base=base,
            executor="local",
            limits=WorkflowLimits(),
        )
    )
    state.apply(UnitAdded(unit=unit))
    state.apply(UnitStarted(unit_id=UNIT, attempt=1, session_id=SessionId("s")))
    state.apply(UnitFinished(unit_id=UNIT, attempt=1, result=result))
    if branch:
        state.apply(BranchMade(unit_id=UNIT, branch=branch, commit=tree))
    return state


@pytest.mark.parametrize("place", ["base", "tree", "branch"])
def test_what_a_record_names_as_a_commit_is_no_option_of_git(tmp_path: Path, place: str) -> None:
    root, written = tmp_path / "project", tmp_path / "written"
    root.mkdir()
    (root / "file").write_text("1\n")
    commit_all(root)
    names = {"base": "HEAD", "tree": "HEAD"} | {place: f"--output={written}"}

    with pytest.raises(VcsFault):
        asyncio.run(changes_of_unit(root, Config(), state_of(root, **names), UNIT))

    assert not written.exists()


def test_the_folder_of_records_is_no_link(tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    (root / ".architect/sessions").mkdir(parents=True)
    elsewhere.mkdir()
    (root / ".architect/sessions/.workflows").symlink_to(elsewhere)
    (root / "file").write_text("1\n")
    commit_all(root)
    with pytest.raises(UserError, match="cannot write a journal"):
        WorkflowFiles(root).open(WORKFLOW)
    with pytest.raises(VcsFault, match="git cannot keep the files as they are"):
        asyncio.run(RepositoryTrees(root, hides=lambda _: False).snapshot(WORKFLOW))
    assert list(elsewhere.iterdir()) == []
