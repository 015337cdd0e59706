"""`make bench`: measures what README and the design promise and rewrites RESULTS.md."""

import argparse
import itertools
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import job
from activation import bench_activation
from chat_page import bench_chat_page
from code_map_timing import bench_map
from editor import bench_editor
from figures import Figure, milliseconds
from measure import HERE, Sample, log_entries, middle, model_server, run
from prompt_cache import bench_prompt_cache
from redaction import bench_redaction
from safety import bench_safety
from tools import bench_tools

ARCHITECT = str(Path(sys.executable).with_name("architect"))
RESULTS = HERE / "RESULTS.md"


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
    return [Figure("`architect --help`", milliseconds([s.wall for s in samples]), "< 150 ms")]


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


@dataclass(frozen=True)
class Aims:
    """What the design wants; empty where it names nothing."""

    to_first_request: str
    wall: str = ""
    cpu: str = ""
    memory: str = ""


AIMS = {
    "openai_compatible": Aims("< 350 ms", "< 0.9 s", "< 0.9 s", "< 110 MB"),
    "litellm": Aims("< 1.9 s"),
}


def bench_job(provider: str, runs: int) -> list[Figure]:
    timed = [run_job(provider, watch_memory=False) for _ in range(runs + 1)][1:]
    watched = [run_job(provider, watch_memory=True) for _ in range(max(2, runs // 3))]
    steps = [
        later["asked"] - earlier["answered"]
        for one in timed
        for earlier, later in itertools.pairwise(one.log)
    ]
    to_first = [one.log[0]["asked"] - one.sample.started for one in timed]
    to_exit = [one.sample.ended - one.log[-1]["answered"] for one in timed]
    memory = middle([one.sample.pss_mb for one in watched])
    first, every = timed[0].log[0]["bytes"], sum(entry["bytes"] for entry in timed[0].log)
    aims = AIMS[provider]
    rows = [
        ("start to first request", milliseconds(to_first), aims.to_first_request),
        ("the job, wall", _s([one.sample.wall for one in timed]), aims.wall),
        ("the job, CPU", _s([one.sample.cpu for one in timed]), aims.cpu),
        ("the job, memory (PSS)", f"{memory:.0f} MB", aims.memory),
        ("reply to next request", milliseconds(steps), "< 5 ms"),
        ("last reply to exit", milliseconds(to_exit), "< 50 ms"),
        ("first request", f"{first / 1000:.1f} kB", "< 12 kB"),
        ("all requests", f"{every / 1000:.0f} kB", ""),
    ]
    return [Figure(f"{provider}: {name}", value, aim) for name, value, aim in rows]


def _s(seconds: list[float]) -> str:
    return f"{middle(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"


CACHES = """## Prompt caches

The job against stand-ins of providers that keep prompt caches by the rules they document
(`tests/support/prefix_cache.py`); four characters are a token. The share is of all input after the
second request. What is written to a cache is paid for 1.25 times, what is read from it 0.1 times.
"""


CHAT = """## Chat of VS Code

Its page in Chromium without a GPU, 420 px wide, with answers in Markdown, code, changes, commands
and searches (`client-vscode/test/webview/timing.mjs`). Of tasks of the page's thread it is the time
of the processor, of keys that of the clock, the wait for the frame included; the least of several
rounds, with the most in brackets.
"""

ACTIVATION = """## Extension of VS Code

As it is published, under plain Node.js with a stand-in for VS Code's API that does nothing
(`client-vscode/test/activation.mjs`): our own share of the processor's time, without VS Code's and
without its cache of compiled code. `make bench ARGS=--only-activation` measures nothing else; to
compare two commits, measure them in turn. *Developer: Show Running Extensions* shows the time in
VS Code itself, and the output *Architect* says it too.
"""


def page(
    figures: list[Figure],
    of_caches: list[Figure],
    of_editor: list[Figure],
    of_tools: list[Figure],
    of_secrets: list[Figure],
    of_map: list[Figure],
    of_chat: list[Figure],
    of_activation: list[Figure],
    runs: int,
) -> str:
    commit = _git("rev-parse", "--short", "HEAD")
    dirty = " with uncommitted changes" if _git("status", "--porcelain", "--", "server") else ""
    machine = f"{platform.system()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"""# Benchmark results

Written by `make bench` on {datetime.now(UTC):%Y-%m-%d} at commit {commit}{dirty}; {machine}.
Medians of {runs} runs, with minimum and maximum in brackets, after one run that does not count.
The job: 22 replies with one tool call each (list, grep, 8 reads, 8 edits, 4 commands) and a final
text, served by a local server without delay. CPU and memory are of the whole process tree.

{_table(figures)}

{CACHES}
{_table(of_caches)}

## Daemon

`architect lsp` with a client that answers at once and the same model server; the job in eight open
documents of a daemon that has had one run before. The wait is that of a trivial request sent every
2 ms, so it is the longest that the event loop was held, and a little more.

{_table(of_editor)}

{CHAT}
{_table(of_chat)}

{ACTIVATION}
{_table(of_activation)}

## Tools

Each called as the engine calls it, without confirmation and journal. Beyond plain `rg`, grep looks
up the size of every file, starts a process from asyncio and reads JSON.

{_table(of_tools)}

## Map of the project

Of synthetic Python files of 40 lines in 100 folders, which use each other
(`benchmarks/code_map_timing.py`); built by the process that runs start. How often it names the
right file, `benchmarks/code_map/evaluate.py` says of real sources.

{_table(of_map)}

## Secrets

Random keys of 16 to 40 characters, letters only among them, behind names that say what they are,
by the ways to state them (`tests/support/generated_keys.py`); and what is redacted in source that
has none. Not all of that is wrong: some packages come with example keys.

{_table(of_secrets)}
"""


def _table(figures: list[Figure]) -> str:
    rows = [f"| {f.name} | {f.value} | {f.aim} |" for f in figures]
    return "\n".join(["| what | measured | aim |", "|---|---|---|", *rows])


def _git(*arguments: str) -> str:
    git = shutil.which("git")
    if git is None:
        return "unknown"
    answer = subprocess.run(
        [git, *arguments], cwd=HERE, capture_output=True, text=True, check=False
    )
    return answer.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--no-litellm", action="store_true")
    parser.add_argument("--print", action="store_true", help="print instead of writing RESULTS.md")
    parser.add_argument("--only-editor", action="store_true", help="print the daemon's figures")
    parser.add_argument("--only-tools", action="store_true", help="print the tools' figures")
    parser.add_argument("--only-map", action="store_true", help="print those of the map")
    parser.add_argument("--only-secrets", action="store_true", help="print those of redaction")
    parser.add_argument("--only-chat", action="store_true", help="print those of VS Code's chat")
    parser.add_argument("--only-activation", action="store_true", help="print the extension's")
    parser.add_argument("--only-caches", action="store_true", help="print those of prompt caches")
    options = parser.parse_args()
    if options.only_caches:
        print(_table(bench_prompt_cache()))
        return
    if options.only_chat:
        print(_table(bench_chat_page(3)))
        return
    if options.only_activation:
        print(_table(bench_activation(options.runs)))
        return
    if options.only_editor:
        print(_table(bench_editor(options.runs)))
        return
    if options.only_map:
        print(_table(bench_map(max(3, options.runs // 3))))
        return
    if options.only_secrets:
        print(_table(bench_redaction(options.runs)))
        return
    of_tools = bench_tools(options.runs) + bench_safety(options.runs)
    if options.only_tools:
        print(_table(of_tools))
        return
    figures = bench_help(options.runs) + bench_job("openai_compatible", options.runs)
    if not options.no_litellm:
        figures += bench_job("litellm", max(3, options.runs // 3))
    of_caches = bench_prompt_cache()
    of_editor, of_secrets = bench_editor(options.runs), bench_redaction(options.runs)
    of_map = bench_map(max(3, options.runs // 3))
    of_chat, of_activation = bench_chat_page(3), bench_activation(options.runs)
    text = page(
        figures,
        of_caches,
        of_editor,
        of_tools,
        of_secrets,
        of_map,
        of_chat,
        of_activation,
        options.runs,
    )
    if not options.print:
        RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
