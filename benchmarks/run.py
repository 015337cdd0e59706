"""`make bench`: measures what README and the design promise and rewrites RESULTS.md."""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import job
from measure import HERE, Sample, log_entries, middle, model_server, run

ARCHITECT = str(Path(sys.executable).with_name("architect"))
RESULTS = HERE / "RESULTS.md"


@dataclass(frozen=True)
class Figure:
    name: str
    value: str
    aim: str


def environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return kept | {"HOME": str(home), "OPENAI_API_KEY": "sk-bench"}


def bench_help(runs: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as home:
        env = environment(Path(home))
        samples = [
            run([ARCHITECT, "--help"], cwd=Path(home), env=env, watch_memory=False)
            for _ in range(runs + 1)
        ][1:]
    return [Figure("`architect --help`", _ms([s.wall for s in samples]), "< 150 ms")]


@dataclass(frozen=True)
class JobRun:
    sample: Sample
    log: list[dict[str, float]]


def run_job(provider: str, *, watch_memory: bool) -> JobRun:
    """The job once, in a fresh workspace with a fresh server."""
    with tempfile.TemporaryDirectory() as home, model_server(job.replies()) as (url, log):
        workspace = Path(home) / "workspace"
        workspace.mkdir()
        job.make_workspace(workspace)
        env = environment(Path(home)) | {"ARCHITECT__LLM__PROVIDER": provider}
        command = [ARCHITECT, "run", "Change the sevens.", "--mode", "yolo", "--json"]
        command += ["--model", "openai/bench", "--api-base", url]
        sample = run(command, cwd=workspace, env=env, watch_memory=watch_memory)
        assert sample.exit_code == 0, f"the job ended with exit code {sample.exit_code}"
        return JobRun(sample, log_entries(log))


def bench_job(provider: str, runs: int) -> list[Figure]:
    timed = [run_job(provider, watch_memory=False) for _ in range(runs + 1)][1:]
    watched = [run_job(provider, watch_memory=True) for _ in range(max(2, runs // 3))]
    steps = [
        later["asked"] - earlier["answered"]
        for one in timed
        for earlier, later in zip(one.log, one.log[1:], strict=False)
    ]
    first = "< 1.9 s" if provider == "litellm" else "< 350 ms"
    aims = ("", "", "") if provider == "litellm" else ("< 0.9 s", "< 0.9 s", "< 110 MB")
    of = lambda pick: [pick(one) for one in timed]  # noqa: E731 - a column of the runs
    to_first: Callable[[JobRun], float] = lambda one: one.log[0]["asked"] - one.sample.started  # noqa: E731
    to_exit: Callable[[JobRun], float] = lambda one: one.sample.ended - one.log[-1]["answered"]  # noqa: E731
    return [
        Figure(f"{provider}: start to first request", _ms(of(to_first)), first),
        Figure(f"{provider}: the job, wall", _s(of(lambda one: one.sample.wall)), aims[0]),
        Figure(f"{provider}: the job, CPU", _s(of(lambda one: one.sample.cpu)), aims[1]),
        Figure(
            f"{provider}: the job, memory (PSS)",
            f"{middle([one.sample.pss_mb for one in watched]):.0f} MB",
            aims[2],
        ),
        Figure(f"{provider}: reply to next request", _ms(steps), "< 5 ms"),
        Figure(f"{provider}: last reply to exit", _ms(of(to_exit)), "< 50 ms"),
        Figure(f"{provider}: first request", f"{timed[0].log[0]['bytes'] / 1000:.1f} kB", "< 12 kB"),
        Figure(
            f"{provider}: all requests",
            f"{sum(entry['bytes'] for entry in timed[0].log) / 1000:.0f} kB",
            "",
        ),
    ]


def _ms(seconds: list[float]) -> str:
    low, high = min(seconds) * 1000, max(seconds) * 1000
    return f"{middle(seconds) * 1000:.1f} ms ({low:.1f} to {high:.1f})"


def _s(seconds: list[float]) -> str:
    return f"{middle(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"


def page(figures: list[Figure], runs: int) -> str:
    commit = _git("rev-parse", "--short", "HEAD")
    dirty = " with uncommitted changes" if _git("status", "--porcelain", "--", "server") else ""
    machine = f"{platform.system()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    rows = "\n".join(f"| {f.name} | {f.value} | {f.aim} |" for f in figures)
    return f"""# Benchmark results

Written by `make bench` on {datetime.now(UTC):%Y-%m-%d} at commit {commit}{dirty}; {machine}.
Medians of {runs} runs, with minimum and maximum in brackets, after one run that does not count.
The job: 22 replies with one tool call each (list, grep, 8 reads, 8 edits, 4 commands) and a final
text, served by a local server without delay. CPU and memory are of the whole process tree.

| what | measured | aim |
|---|---|---|
{rows}
"""


def _git(*arguments: str) -> str:
    git = shutil.which("git")
    if git is None:
        return "unknown"
    answer = subprocess.run([git, *arguments], cwd=HERE, capture_output=True, text=True, check=False)
    return answer.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--no-litellm", action="store_true")
    parser.add_argument("--print", action="store_true", help="print instead of writing RESULTS.md")
    options = parser.parse_args()
    figures = bench_help(options.runs) + bench_job("openai_compatible", options.runs)
    if not options.no_litellm:
        figures += bench_job("litellm", max(3, options.runs // 3))
    text = page(figures, options.runs)
    if not options.print:
        RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
