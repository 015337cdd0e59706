"""The tools by themselves: what the larger files and trees cost."""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from figures import Figure, milliseconds

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.sandbox.probe import Unavailable
from architect.adapters.sandbox.rules import SandboxRules
from architect.adapters.sandbox.sandbox import Sandbox
from architect.adapters.search.python_search import PythonSearch
from architect.adapters.search.ripgrep import RipgrepSearch, find_ripgrep
from architect.adapters.shell.local_shell import LocalShell
from architect.domain.ids import RunId
from architect.domain.shell import ShellCommand
from architect.policy.shell.judge import judge_command
from architect.policy.shell.policy import CommandPolicy
from architect.ports.search import Search
from architect.tools.apply_patch import ApplyPatch
from architect.tools.context import ToolContext
from architect.tools.edit_file import EditFile
from architect.tools.grep import Grep
from architect.tools.list_files import ListFiles
from architect.tools.read_file import ReadFile
from architect.tools.run_command import RunCommand

SEARCHED_FILES = 10_000
LISTED_FILES = 100_000
LONG_FILE_LINES = 25_000
HUNKS = 20
COMMANDS = (
    "git status --short",
    "cd src && pytest -x -q tests | tail -20",
    "find . -name '*.py' -print0 | xargs -0 grep -n 'import os' 2>/dev/null",
    "for f in *.txt; do mv \"$f\" \"${f%.txt}.md\"; done",
)  # fmt: skip


def bench_tools(runs: int) -> list[Figure]:
    """All figures of this section; `runs` is how often each is measured."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        return asyncio.run(_figures(root, runs))


async def _figures(root: Path, runs: int) -> list[Figure]:
    return [
        await _patching(root, runs),
        await _editing(root, runs),
        *await _searching(root, runs),
        await _listing(root, max(3, runs // 3)),
        _classifying(runs),
        *await _spawning(root, runs),
        *await _sandboxing(root, runs),
        *await _reading(root, runs),
        _growth("300 MB of output, memory", "output", root),
        _growth("read_file of 200 MB, memory", "read", root),
    ]


def _context(root: Path, search: Search | None = None) -> ToolContext:
    return ToolContext(
        workspace=DiskWorkspace(root),
        search=search or PythonSearch(root),
        shell=LocalShell(os.environ),
        on_output=lambda _stream, _text: None,
        run_id=RunId("bench.1"),
        report=lambda _finding: True,
    )


async def _call(tool: Any, context: ToolContext, **arguments: Any) -> str:
    result = await tool.execute(tool.validate_args(arguments), context)
    assert result.success, result.error
    return result.output


async def _times(runs: int, work: Callable[[], Awaitable[object]]) -> list[float]:
    """Seconds of `runs` runs, after one that does not count."""
    times: list[float] = []
    for _ in range(runs + 1):
        started = time.perf_counter()
        await work()
        times.append(time.perf_counter() - started)
    return times[1:]


async def _patching(root: Path, runs: int) -> Figure:
    file = root / "long.py"
    lines = [f"value_{number} = compute({number % 97})\n" for number in range(LONG_FILE_LINES)]
    patch = "".join(
        _hunk(lines, at) for at in range(500, LONG_FILE_LINES, LONG_FILE_LINES // HUNKS)
    )
    context = _context(root)
    times: list[float] = []
    for _ in range(runs + 1):
        file.write_bytes("".join(lines).encode())
        started = time.perf_counter()
        await _call(ApplyPatch(), context, path=file.name, patch=patch)
        times.append(time.perf_counter() - started)
    what = f"apply_patch, {LONG_FILE_LINES:,} lines, {HUNKS} hunks"
    return Figure(what, milliseconds(times[1:]), "< 20 ms")


def _hunk(lines: list[str], at: int) -> str:
    """A hunk that changes line `at`, counted from 0, with three lines around it."""
    before = "".join(f" {line}" for line in lines[at - 3 : at])
    after = "".join(f" {line}" for line in lines[at + 1 : at + 4])
    span = f"{at - 2},7"
    return f"@@ -{span} +{span} @@\n{before}-{lines[at]}+{lines[at].rstrip()}  # new\n{after}"


async def _editing(root: Path, runs: int) -> Figure:
    file = root / "large.txt"
    lines = [f"line {number} of a large file with some text in it\n" for number in range(200_000)]
    file.write_bytes("".join(lines).encode())
    context = _context(root)
    texts = ["line 123456 of", "line 123456 OF"]

    async def edit() -> None:
        old, new = texts
        await _call(EditFile(), context, path=file.name, old_str=old, new_str=new)
        texts.reverse()

    size = f"{file.stat().st_size / 1e6:.0f} MB"
    return Figure(f"edit_file, {size}", milliseconds(await _times(runs, edit)), "< 100 ms")


async def _searching(root: Path, runs: int) -> list[Figure]:
    tree = root / "tree"
    _grow(tree)
    grep = {"pattern": "needle_here", "max_results": 1_000}
    rows: list[Figure] = []
    rg = find_ripgrep()
    if rg is not None:
        command = [str(rg), "needle_here", str(tree)]

        def plain() -> Awaitable[object]:
            return asyncio.to_thread(subprocess.run, command, stdout=subprocess.PIPE, check=True)

        with_rg = _context(tree, RipgrepSearch(tree, rg))
        alone: list[float] = []
        through_us: list[float] = []
        for _ in range(runs + 1):  # in turns, so that a busy machine is busy for both
            alone += await _once(plain)
            through_us += await _once(lambda: _call(Grep(), with_rg, **grep))
        ratio = sorted(through_us[1:])[runs // 2] / sorted(alone[1:])[runs // 2]
        what = f"{SEARCHED_FILES:,} files"
        rows += [
            Figure(f"`rg` as a process, {what}", milliseconds(alone[1:]), ""),
            Figure(f"grep with `rg`, {what}", milliseconds(through_us[1:]), ""),
            Figure("grep with `rg` against `rg`", f"{ratio:.2f} x", "< 1.3 x"),
        ]
    by_python = await _times(runs, lambda: _call(Grep(), _context(tree), **grep))
    rows.append(
        Figure(f"grep without `rg`, {SEARCHED_FILES:,} files", milliseconds(by_python), "< 3 x")
    )
    return rows


async def _once(work: Callable[[], Awaitable[object]]) -> list[float]:
    started = time.perf_counter()
    await work()
    return [time.perf_counter() - started]


def _grow(tree: Path) -> None:
    """Files of 10 to 200 lines, a hundredth of them with the needle, inside a git work tree."""
    chance = random.Random(1)
    words = [f"{chance.choice('abcdefgh')}word_{number}" for number in range(2_000)]
    for number in range(SEARCHED_FILES):
        folder = tree / f"package_{number % 50}" / f"module_{number % 500}"
        folder.mkdir(parents=True, exist_ok=True)
        lines = [" ".join(chance.choices(words, k=6)) for _ in range(chance.randrange(10, 200))]
        if number % 100 == 0:
            lines[len(lines) // 2] += " needle_here"
        (folder / f"file_{number}.py").write_bytes("\n".join(lines).encode())
    (tree / ".git").mkdir()
    (tree / ".gitignore").write_bytes(b"*.pyc\nbuild/\n/dist\nnode_modules/\n")


async def _listing(root: Path, runs: int) -> Figure:
    tree = root / "many"
    for number in range(LISTED_FILES // 100):
        folder = tree / f"package_{number % 20}" / f"module_{number}"
        folder.mkdir(parents=True)
        for name in range(100):
            (folder / f"file_{name}.py").touch()
    context = _context(tree)
    times = await _times(runs, lambda: _call(ListFiles(), context, recursive=True))
    return Figure(f"list_files, {LISTED_FILES:,} files", milliseconds(times), "")


def _classifying(runs: int) -> Figure:
    times: list[float] = []
    for _ in range(20 * runs + 1):
        for command in COMMANDS:
            started = time.perf_counter()
            judge_command(command, workspace=Path("/home/user/project"), home=Path("/home/user"))
            times.append(time.perf_counter() - started)
    return Figure("classifying a command", milliseconds(times[len(COMMANDS) :], 2), "< 1 ms")


async def _spawning(root: Path, runs: int) -> list[Figure]:
    context = _context(root)
    tool = RunCommand(30, 200, policy=CommandPolicy())
    bare: list[float] = []
    ours: list[float] = []
    for _ in range(10 * runs + 1):
        bare.append(_time_of_bash())
        ours += await _once(lambda: _call(tool, context, command="true"))
    more = sorted(ours[1:])[5 * runs] - sorted(bare[1:])[5 * runs]
    return [
        Figure("`bash -c true`", milliseconds(bare[1:]), ""),
        Figure("run_command `true`", milliseconds(ours[1:]), ""),
        Figure("run_command beyond bash", f"{more * 1000:.1f} ms", "< 3 ms"),
    ]


async def _sandboxing(root: Path, runs: int) -> list[Figure]:
    """A command in the sandbox against the same one without; nothing where none works."""
    sandbox = Sandbox(root, SandboxRules())
    if isinstance(await sandbox.availability(os.environ), Unavailable):
        return []
    command = ShellCommand("true", cwd=root, timeout_s=30)
    bare, inside = LocalShell(os.environ), LocalShell(os.environ, sandbox=sandbox)
    without: list[float] = []
    within: list[float] = []
    for _ in range(10 * runs + 1):
        without += await _once(lambda: bare.run(command, lambda _stream, _text: None))
        within += await _once(lambda: inside.run(command, lambda _stream, _text: None))
    more = sorted(within[1:])[5 * runs] - sorted(without[1:])[5 * runs]
    return [
        Figure("`true` in the sandbox", milliseconds(within[1:]), ""),
        Figure("sandbox beyond no sandbox", f"{more * 1000:.1f} ms", "< 10 ms"),
    ]


def _time_of_bash() -> float:
    started = time.perf_counter()
    subprocess.run(["/bin/bash", "-c", "true"], check=True)
    return time.perf_counter() - started


LINE = b"a line of a very long file, forty bytes\n"
LONG_LINES = 5_000_000


def _long_file(root: Path) -> Path:
    """A file of 200 MB."""
    file = root / "very_long.txt"
    if not file.exists():
        with file.open("wb") as out:
            for _ in range(LONG_LINES // 50_000):
                out.write(LINE * 50_000)
    return file


async def _reading(root: Path, runs: int) -> list[Figure]:
    file = _long_file(root)
    context = _context(root)
    arguments = {"path": file.name, "offset": LONG_LINES - 100, "limit": 50}
    times = await _times(max(3, runs // 3), lambda: _call(ReadFile(), context, **arguments))
    return [Figure("read_file near the end of 200 MB", milliseconds(times), "")]


def _growth(name: str, work: str, root: Path) -> Figure:
    """How much the peak memory of a fresh process grows by `work`."""
    answer = subprocess.run(
        [sys.executable, __file__, work, str(root)], capture_output=True, text=True, check=True
    )
    return Figure(name, f"+{int(answer.stdout) / 1024:.1f} MB", "< 20 MB")


async def _grown(work: str, root: Path) -> int:
    """Kilobytes by which this process grows while it does the same small and then large."""
    context = _context(root)
    if work == "output":
        tool: Any = RunCommand(300, 200, policy=CommandPolicy())
        small = {"command": "yes | head -c 1000"}
        large = {"command": "yes | head -c 200000000; yes | head -c 100000000 >&2"}
    else:
        tool = ReadFile()
        small = {"path": "small.txt"}
        (root / "small.txt").write_bytes(LINE)
        large = {"path": _long_file(root).name, "offset": LONG_LINES - 100, "limit": 50}
    await _call(tool, context, **small)
    before = _peak_kb()
    await _call(tool, context, **large)
    return _peak_kb() - before


def _peak_kb() -> int:
    """The peak memory of this process; `getrusage` would count that of our parent as well."""
    status = Path("/proc/self/status").read_bytes()
    return int(status.split(b"VmHWM:")[1].split()[0])


if __name__ == "__main__":
    print(asyncio.run(_grown(sys.argv[1], Path(sys.argv[2]))))
