"""How long the index of 10,000 source files takes, and looking something up in it."""

import contextlib
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import tree_sitter
from figures import Figure, milliseconds

from architect.adapters.process.own_program import own_program
from architect.adapters.symbols.index_file import IndexFile
from architect.adapters.symbols.index_job import IndexJob, job_json
from architect.adapters.symbols.lookups import answers, overview
from architect.domain.code_map.question import question_of

FILES = 10_000
_TASK = "make load_config_77 in service_77 read its defaults from parse_value_900"


def bench_map(runs: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        root, place = Path(folder).resolve() / "tree", Path(folder) / "index.db"
        _make_tree(root)
        first_s, peak_mb = _built(root, place)
        again_s = [_built(root, place)[0] for _ in range(runs)]
        changed_s: list[float] = []
        for number in range(runs):
            changed = root / f"package_{number}" / f"service_{number}.py"
            changed.write_text(changed.read_text() + f"\n\ndef added_{number}():\n    pass\n")
            changed_s.append(_built(root, place)[0])
        mapped_s, answered_s = _looked_up(place, runs)
        size_mb = place.stat().st_size / 1_000_000
    return [
        Figure(f"index of {FILES:,} files, first build", f"{first_s:.1f} s", "< 20 s"),
        Figure("memory of the process that builds it (RSS)", f"{peak_mb:.0f} MB", ""),
        Figure("its size", f"{size_mb:.0f} MB", ""),
        Figure("brought up to date, nothing changed", milliseconds(again_s), "< 300 ms"),
        Figure("brought up to date, one file changed", milliseconds(changed_s), ""),
        Figure("the map for a task", milliseconds(mapped_s), "< 300 ms"),
        Figure("an answer of code_map", milliseconds(answered_s), ""),
    ]


def _make_tree(root: Path) -> None:
    """Python files of 40 lines in 100 folders, which use each other's functions."""
    chance = random.Random(13)
    for number in range(FILES):
        folder = root / f"package_{number % 100}"
        folder.mkdir(parents=True, exist_ok=True)
        others = [chance.randrange(FILES) for _ in range(4)]
        lines = [
            f"from package_{one % 100}.service_{one} import load_config_{one}" for one in others
        ]
        lines += [f"class Service{number}:", f'    """Service number {number}."""', ""]
        for name in ("load_config", "parse_value", "write_report"):
            lines += [
                f"    def {name}_{number}(self, value: int) -> int:",
                *(f"        value += load_config_{one}(value) + {one}" for one in others),
                "        return value",
                "",
            ]
        lines += [f"def load_config_{number}(value: int) -> int:", f"    return value + {number}"]
        (folder / f"service_{number}.py").write_text("\n".join(lines) + "\n")


def _built(root: Path, place: Path) -> tuple[float, float]:
    """Seconds, and the most memory of the process in MB, from its start to its end."""
    site = Path(tree_sitter.__file__).parent.parent
    job = job_json(IndexJob(str(root), str(place), 1_000_000))
    program = [*map(str, own_program("architect.adapters.symbols.index_build")), str(site)]
    began = time.perf_counter()
    with subprocess.Popen(program, stdin=subprocess.PIPE, stderr=sys.stderr) as process:
        assert process.stdin is not None
        process.stdin.write(job)
        process.stdin.close()
        peak_kb = 0
        while process.poll() is None:
            peak_kb = max(peak_kb, _peak_kb(process.pid))
            time.sleep(0.005)
    assert process.returncode == 0, f"the index ended with {process.returncode}"
    return time.perf_counter() - began, peak_kb / 1024


def _peak_kb(pid: int) -> int:
    """Of the program itself: what `getrusage` gives begins with the size of who started it."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


def _looked_up(place: Path, runs: int) -> tuple[list[float], list[float]]:
    question = question_of(_TASK)
    mapped: list[float] = []
    answered: list[float] = []
    for _ in range(runs):
        began = time.perf_counter()
        index = IndexFile.open_to_read(place)
        files = overview(index, question, ())
        index.close()
        mapped.append(time.perf_counter() - began)
        began = time.perf_counter()
        index = IndexFile.open_to_read(place)
        found = answers(index, question)
        index.close()
        answered.append(time.perf_counter() - began)
        assert any("service_77.py" in each.path for each in files), "the map misses its task"
        assert any("service_77.py" in each.path for each in found), "the answer misses its task"
    return mapped, answered
