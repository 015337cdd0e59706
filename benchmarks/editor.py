"""Figures of the daemon, from the other end of its standard streams."""

import asyncio
import itertools
import os
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import job
from figures import Figure, milliseconds
from measure import log_entries, middle, model_server
from tests.support.lsp_client import NEOVIM, EditorClient, connection, editor, initialize_params

REVIEWS = 20
IDLE_S = 1.0
_PING_PAUSE_S = 0.002


def bench_editor(runs: int) -> list[Figure]:
    return asyncio.run(_figures(runs))


async def _figures(runs: int) -> list[Figure]:
    starts = [await _start() for _ in range(runs + 1)][1:]
    first_runs = [await _first_run() for _ in range(max(3, runs // 3) + 1)][1:]
    jobs = [await _job() for _ in range(max(3, runs // 3) + 1)][1:]
    reviews_s = await _reviews()
    edits = [edit for one in jobs for edit in one.edits]
    return [
        Figure("spawn to `initialize` reply", milliseconds(starts), "< 300 ms"),
        Figure("idle memory (RSS)", f"{middle([mb for _, mb in first_runs]):.0f} MB", "< 80 MB"),
        Figure(
            "`architect.run` to first model request, the first run",
            milliseconds([s for s, _ in first_runs]),
            "< 15 ms",
        ),
        Figure(
            "`architect.run` to first model request",
            milliseconds([one.to_request for one in jobs]),
            "< 30 ms",
        ),
        Figure("edit call to verified buffer change", milliseconds(edits), "< 15 ms"),
        Figure(
            "longest wait for any answer during the job",
            milliseconds([one.longest_wait for one in jobs]),
            "< 50 ms",
        ),
        Figure("the job in the daemon, wall", milliseconds([one.wall for one in jobs]), ""),
        Figure("memory after the job (RSS)", f"{middle([one.rss for one in jobs]):.0f} MB", ""),
        Figure(f"{REVIEWS} reviews, two at a time", f"{reviews_s:.2f} s", ""),
    ]


async def _start() -> float:
    """Seconds to the answer to `initialize`."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        root.mkdir()
        began = time.monotonic()
        async with connection(root, command=_command()) as client:
            await client.request("initialize", initialize_params(NEOVIM, root))
            return time.monotonic() - began


async def _first_run() -> tuple[float, float]:
    """Seconds to the request of the first run, and MB before it, `IDLE_S` after the start."""
    with model_server([{"text": "Ready."}]) as (url, log):
        async with _editor(url) as client:
            await asyncio.sleep(IDLE_S)
            idle_mb = _rss_mb(client.process.pid)
            began = time.monotonic()
            await client.command("architect.run", {"prompt": "Hello.", "wait": True})
            return log_entries(log)[0]["asked"] - began, idle_mb


class _Job:
    """What was seen of the job in a warm daemon."""

    to_request = 0.0
    wall = 0.0
    longest_wait = 0.0
    rss = 0.0

    def __init__(self) -> None:
        self.edits: list[float] = []


async def _job() -> _Job:
    """The job in open documents, the second time: the first one warms the daemon up."""
    seen = _Job()
    warm_up = [{"text": "Ready."}]
    with model_server([*warm_up, *job.replies()]) as (url, log):
        async with _editor(url) as client:
            job.make_workspace(client.root)
            order = {"prompt": "Change the sevens.", "mode": "yolo", "wait": True}
            await client.command("architect.run", order)
            for number in range(job.FILES):
                client.open(f"module_{number}.py")
            pings = asyncio.create_task(_longest_wait(client))
            began = time.monotonic()
            run = await client.command("architect.run", order)
            seen.wall = time.monotonic() - began
            pings.cancel()
            seen.longest_wait = await pings
            assert run["outcome"] == "completed", run
            seen.to_request = log_entries(log)[len(warm_up)]["asked"] - began
            page = await client.command("architect.events", {"runId": run["runId"], "limit": 5000})
            seen.edits = _edit_times(page["events"])
            seen.rss = _rss_mb(client.process.pid)
    return seen


def _edit_times(events: list[dict[str, Any]]) -> list[float]:
    """From the request of each edit to the buffer change that was seen, to the millisecond."""
    asked = {e["callId"]: e["ts"] for e in events if e["type"] == "tool.requested"}
    return [
        (
            datetime.fromisoformat(e["ts"]) - datetime.fromisoformat(asked[e["callId"]])
        ).total_seconds()
        for e in events
        if e["type"] == "file.changed"
    ]


async def _longest_wait(client: EditorClient) -> float:
    """The longest that the daemon kept a trivial request waiting, until cancelled."""
    longest = 0.0
    nowhere = {"textDocument": {"uri": "untitled:none"}}
    try:
        while True:
            asked = time.monotonic()
            await client.request("textDocument/codeLens", nowhere)
            longest = max(longest, time.monotonic() - asked)
            await asyncio.sleep(_PING_PAUSE_S)
    except asyncio.CancelledError:
        return longest


async def _reviews() -> float:
    finding = {"path": "module_0.py", "line": 1, "severity": "info", "title": "t", "detail": "d"}
    replies: list[dict[str, Any]] = [
        {"calls": [{"name": "report_finding", "arguments": finding}]},
        {"text": "Done."},
    ]
    with model_server(list(itertools.chain.from_iterable([replies] * REVIEWS))) as (url, _):
        async with _editor(url) as client:
            job.make_workspace(client.root)
            order = {"scope": "workspace", "wait": True}
            began = time.monotonic()
            await asyncio.gather(
                *(client.command("architect.review", order) for _ in range(REVIEWS))
            )
            return time.monotonic() - began


@asynccontextmanager
async def _editor(url: str) -> AsyncGenerator[EditorClient]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        root.mkdir()
        options = {"llm": {"model": "openai/bench", "api_base": url}}
        key = {"OPENAI_API_KEY": "sk-bench"}
        async with editor(root, options=options, command=_command(), environment=key) as client:
            yield client


def _command() -> tuple[str, str]:
    return (str(Path(sys.executable).with_name("architect")), "lsp")


def _rss_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
