"""What a workflow costs beside the runs in it.

    python benchmarks/workflows.py simulate [UNITS] [WORKERS]
    python benchmarks/workflows.py measure local|dask [UNITS] [WORKERS]

`simulate` has the real scheduler and coordinator carry out units that take no time but the
clock's, with a real journal. `measure` runs real units with a scripted model: some, then
more, of which the difference in processor time is what a unit costs with its run.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from architect.adapters.records.workflow_files import WorkflowFiles
from architect.domain.errors import UnitLostError
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.outcome import Status
from architect.domain.usage import Usage
from architect.domain.workflows.events import WorkflowLimits, WorkflowStarted
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import UnitResult
from architect.ports.unit_executor import Dropped, Spent, UnitOrder
from architect.workflows.coordinator import Coordinator
from architect.workflows.parallel import Parallel, ParallelSettings

_EVERY = 1_000
_LOST_OF = 50
"""One attempt of so many is lost."""


class _Clock:
    """Time that passes when somebody says so."""

    def __init__(self) -> None:
        self.at = 0.0

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.at, UTC)

    def monotonic(self) -> float:
        return self.at


class _Simulated:
    """Workers that take turns; a unit takes a turn of the event loop and three replies."""

    def __init__(self, clock: _Clock) -> None:
        self._clock = clock
        self._numbers = count(1)

    async def run(self, order: UnitOrder, spent: Spent) -> UnitResult:
        number = next(self._numbers)
        for _ in range(3):
            await asyncio.sleep(0)
            self._clock.at += 0.001
            spent(Usage(1_000, 100), 0.001)
        if number % _LOST_OF == 0:
            raise UnitLostError("its worker was lost")
        return UnitResult(status=Status.SUCCESS, session_id=order.session_id, steps=3)

    async def drop(self, order: UnitOrder) -> Dropped:
        """Nothing was done."""
        return Dropped()

    async def undo(self, order: UnitOrder) -> str:
        """No unit works on files of a user."""
        return ""

    async def aclose(self) -> None:
        """Nothing was started."""


def simulate(units: int, workers: int) -> None:
    """Print what the coordinator costs for a unit, for each thousand of them."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_simulated(Path(folder), units, workers))


async def _simulated(folder: Path, units: int, workers: int) -> None:
    clock, workflow_id = _Clock(), WorkflowId("parallel-20260101-000000-000000")
    settings = ParallelSettings(tasks=tuple(f"task {number}" for number in range(units)))
    limits = WorkflowLimits(workers=workers, budget_usd=1_000.0)
    state = WorkflowState()
    started = WorkflowStarted(
        workflow_id=workflow_id,
        kind="parallel",
        title="simulation",
        workspace=str(folder),
        base="0" * 40,
        executor="simulated",
        limits=limits,
    )
    state.apply(started)
    journal = WorkflowFiles(folder).open(workflow_id)
    executor, sessions = _Simulated(clock), count()
    watch = _Watch()
    coordinator = Coordinator(
        Parallel(settings),
        state,
        journal,
        executor_of=lambda _: executor,
        trees=None,
        publisher=None,
        clock=clock,
        new_session_id=lambda: SessionId(f"20260101-000000-{next(sessions):06x}"),
        watch=watch.show,
    )
    coordinator.emit(started)
    began = time.process_time()
    done = await coordinator.run()
    took = time.process_time() - began
    await journal.aclose()
    assert done.finished is not None and done.finished.status is Status.SUCCESS
    assert sum(each.is_success for each in done.units.values()) == units
    began = time.process_time()
    again = WorkflowState()
    for record in WorkflowFiles(folder).records(workflow_id):
        again.apply(record.event)
    read = time.process_time() - began
    size = journal.path.stat().st_size
    print(f"{units} units on {workers} workers, {done.spending.cost_usd:.2f} USD spent")
    print(f"  coordinator: {1000 * took / units:.2f} ms of a processor for a unit")
    print(f"  for each {_EVERY} units: {', '.join(f'{each:.2f}' for each in watch.per_unit_ms)} ms")
    print(f"  journal: {size / units:.0f} bytes for a unit, read again in {read:.1f} s")
    print(f"  memory at the end: {_peak_mb():.0f} MB")


class _Watch:
    """What each thousand of units took."""

    def __init__(self) -> None:
        self.per_unit_ms: list[float] = []
        self._finished = 0
        self._since = time.process_time()

    def show(self, event: Any, _: WorkflowState) -> None:
        if event.type != "unit.finished":
            return
        self._finished += 1
        if self._finished % _EVERY == 0:
            now = time.process_time()
            self.per_unit_ms.append(1000 * (now - self._since) / _EVERY)
            self._since = now


def measure(executor: str, units: int, workers: int) -> None:
    """Print what real units cost, and what the runs alone do."""
    with tempfile.TemporaryDirectory() as folder:
        root = make_project(Path(folder) / "project")
        environment = environment_in(Path(folder))
        alone = min(20, units)
        few = _carried_out(root, environment, executor, alone, workers)
        many = _carried_out(root, environment, executor, units, workers)
        slope = (many["cpu_s"] - few["cpu_s"]) / max(units - alone, 1)
        print(f"{executor}: {units} units on {workers} workers")
        print(f"  {1000 * slope:.0f} ms of a processor for a unit, its run included")
        print(f"  the first {alone} took {few['wall_s']:.1f} s, all {many['wall_s']:.1f} s")
        print(f"  memory of the coordinator: {few['rss_mb']:.0f} MB, then {many['rss_mb']:.0f} MB")


def _carried_out(
    root: Path, environment: dict[str, str], executor: str, units: int, workers: int
) -> dict[str, float]:
    """Run a workflow to its end; the processor time is that of all its processes."""
    tasks = [flag for number in range(units) for flag in ("--task", f"task {number}")]
    command = [
        *(sys.executable, "-m", "architect", "parallel", *tasks, "--workers", str(workers)),
        *("--executor", executor, "--mode", "yolo", "--json", "--quiet"),
        *("--model", f"recorded/{root.parent / 'script.json'}"),
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    # Files, since a pipe that nobody reads meanwhile holds 64 KB.
    with (
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as problems,
        subprocess.Popen(
            command, cwd=root, env=environment, stdout=output, stderr=problems
        ) as process,
    ):
        peak = _watched(process.pid, lambda: process.poll() is None)
        process.wait()
        output.seek(0)
        problems.seek(0)
        said, errors = output.read(), problems.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    document = json.loads(said)
    assert "units" in document, said.decode()
    assert len(document["units"]) == units, errors.decode()
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"cpu_s": cpu, "wall_s": time.monotonic() - began, "rss_mb": peak}


def _watched(pid: int, runs: Callable[[], bool]) -> float:
    """The most memory that a process had, in MB, once it has ended."""
    peak = 0.0
    while runs():
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            break
        held = [line.split()[1] for line in status.split("\n") if line.startswith("VmHWM:")]
        peak = max([peak, *(int(each) / 1024 for each in held)])
        time.sleep(0.2)
    return peak


def make_project(root: Path) -> Path:
    """A repository, and beside it the script of the model: it writes a file and is done."""
    root.mkdir()
    write = {"name": "write_file", "arguments": {"path": "new.txt", "content": "new\n"}}
    replies = [{"text": "I write.", "calls": [write]}, {"text": "It is written."}]
    script = {"schema_version": 1, "replies": replies}
    (root.parent / "script.json").write_text(json.dumps(script))
    (root / "a.txt").write_text("alpha\n")
    for words in (
        "init -q",
        "config user.name User",
        "config user.email user@example.invalid",
        "add .",
        "commit -qm start",
    ):
        subprocess.run(["git", *words.split()], cwd=root, check=True)
    return root


def environment_in(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "LANG": "C.UTF-8"}


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(words: Sequence[str]) -> None:
    match list(words):
        case ["simulate", *numbers]:
            units, workers = [*map(int, numbers), *(10_000, 500)[len(numbers) :]]
            simulate(units, workers)
        case ["measure", ("local" | "dask") as executor, *numbers]:
            units, workers = [*map(int, numbers), *(1_000, 4)[len(numbers) :]]
            measure(executor, units, workers)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
