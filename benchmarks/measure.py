"""Measuring a command with all its children, against the local model server."""

import contextlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Sample:
    """Seconds, but `pss_mb`: the peak proportional memory of the process tree."""

    wall: float
    cpu: float
    pss_mb: float
    exit_code: int
    ended: float
    started: float


@contextlib.contextmanager
def model_server(replies: list[dict[str, Any]]) -> Generator[tuple[str, Path]]:
    """The address of a fresh server and the path of its log."""
    with tempfile.TemporaryDirectory() as folder:
        script, log = Path(folder) / "replies.json", Path(folder) / "log"
        script.write_text(json.dumps(replies))
        command = [sys.executable, str(HERE / "model_server.py"), str(script), str(log)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline())
            yield f"http://127.0.0.1:{port}/v1", log
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()


def run(command: list[str], *, cwd: Path, env: dict[str, str], watch_memory: bool) -> Sample:
    """Run `command` once; watching its memory takes time of its own, so time runs without it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    child = subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    peak_kb = 0
    while watch_memory and child.poll() is None:
        peak_kb = max(peak_kb, sum(_pss_kb(pid) for pid in _tree(child.pid)))
        time.sleep(0.005)
    child.wait()
    ended = time.monotonic()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Sample(ended - started, cpu, peak_kb / 1024, child.returncode, ended, started)


def log_entries(log: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def _tree(pid: int) -> list[int]:
    pids = [pid]
    for parent in pids:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                children = (task / "children").read_text().split()
                pids += [int(child) for child in children]
    return pids


def _pss_kb(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def middle(values: list[float]) -> float:
    return median(values)
