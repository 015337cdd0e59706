"""What a run costs by itself: the same task as in `workflows.py measure`, again in one process.

python benchmarks/warm_runs.py [RUNS]
"""

import asyncio
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from workflows import environment_in, make_project

from architect.adapters.system_clock import SystemClock
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import new_session_id
from architect.bootstrap.workflows.unit_run import UnitHome, run_agent
from architect.bootstrap.workspaces import disk_workspace
from architect.cli.settings import told_settings
from architect.cli.terminal_approver import NobodyToAsk
from architect.config.schema import Config
from architect.domain.ids import UnitId, WorkflowId
from architect.domain.outcome import Status
from architect.domain.usage import Usage
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.unit import Place, Unit
from architect.ports.host import Host
from architect.ports.unit_executor import UnitOrder

_FIRST = 5
"""Runs that import what all need."""


def _uncounted(_: Usage, __: float | None) -> None:
    """What a reply costs does not matter here."""


async def _run(root: Path, config: Config, credentials: Credentials) -> None:
    (root / "new.txt").unlink(missing_ok=True)
    place, mode = Place.WORKSPACE, ConfirmMode.YOLO
    order = UnitOrder(
        workflow_id=WorkflowId("w"),
        unit=Unit(unit_id=UnitId("u"), task="do it", agent="build", place=place, mode=mode),
        attempt=1,
        session_id=new_session_id(SystemClock()),
        tree="",
        share_usd=None,
        timeout_s=None,
    )
    host = Host(workspace=disk_workspace(root), approver=NobodyToAsk(), sinks=())
    home = UnitHome(root)
    result = await run_agent(order, config, host, credentials, home=home, spent=_uncounted)
    assert result.status is Status.SUCCESS, result


async def _measured(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = make_project(Path(folder) / "project")
        environment = environment_in(Path(folder))
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(root)
        settings = {"llm.model": f"recorded/{root.parent / 'script.json'}"}
        config = told_settings(None, None, settings, trust_project=False, quiet=True)
        credentials = await Credentials(os.environ).with_kept(config.llm)
        for _ in range(_FIRST):
            await _run(root, config, credentials)
        cpu, began = _cpu_s(), time.monotonic()
        for _ in range(runs):
            await _run(root, config, credentials)
        cpu, took = _cpu_s() - cpu, time.monotonic() - began
    print(f"{runs} runs: {1000 * cpu / runs:.0f} ms of a processor for one", end="")
    print(f", {1000 * took / runs:.0f} ms of time")


def _cpu_s() -> float:
    """Of this process and those that it waited for."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(each.ru_utime + each.ru_stime for each in map(resource.getrusage, kinds))


if __name__ == "__main__":
    asyncio.run(_measured(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
