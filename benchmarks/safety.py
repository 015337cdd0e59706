"""What the layers that watch over a call cost."""

import asyncio
import itertools
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from figures import Figure, milliseconds

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.no_hooks import NoHooks
from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.domain.paths import Access
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, Snapshot
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.execution.screen import Screen
from architect.execution.validate import validate
from architect.policy.file_rules import protected_files
from architect.policy.guardrails import CodeRule, GuardrailRules, RunTotals
from architect.policy.secrets.redactor import Redactor
from architect.testing.fake_changes import FakeChanges
from architect.tools.edit_file import EditFile
from architect.tools.read_file import ReadFile

RULES = GuardrailRules(
    protected=protected_files(("*.lock", "db/migrations/**")),
    blocked_commands=(r"\bterraform\b",),
    max_files_modified=100,
    max_lines_changed=10_000,
    max_commands_executed=100,
    code_rules=(CodeRule(r"\beval\(", "no", True), CodeRule(r"print\(", "no")),
)
SOURCE = (Path(__file__).read_bytes().decode() * 4)[:10_000]


def bench_safety(runs: int) -> list[Figure]:
    """Guardrails with every kind of rule, and the search for keys in a result of 10 kB."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_figures(Path(folder).resolve(), 20 * runs))


async def _confined() -> str:
    return ""


async def _figures(root: Path, times: int) -> list[Figure]:
    (root / "a.py").write_bytes(b"x = 1\n" * 500)
    workspace = DiskWorkspace(root)
    engine = GuardrailsEngine(RULES, BoundedPatternSearch(), root=root)
    screen = Screen(engine, NoHooks(), workspace, RunTotals, _confined, FakeChanges().beyond_undo)
    read = validate(ReadFile(), json.dumps({"path": "a.py"}))
    edit = validate(EditFile(), json.dumps({"path": "a.py", "old_str": "x", "new_str": "y"}))
    path = workspace.locate("a.py", Access.WRITE)
    before = Snapshot(Document("x = 1\n" * 500), "hash")
    change = change_of(path, before, Document("x = 1\n" * 250 + "y = 2\n" + "x = 1\n" * 250))
    redactor = Redactor(["sk-bench-0123456789"])
    numbers = itertools.count()

    async def whole_edit() -> None:
        await screen.passed(edit)
        await engine.check_change(change, RunTotals())

    async def look_for_keys() -> None:
        redactor.clean(f"{next(numbers)}\n{SOURCE}")  # another text each time: it remembers

    return [
        Figure("guardrails of a read", await _ms(lambda: screen.passed(read), times), "< 1 ms"),
        Figure("guardrails of an edit", await _ms(whole_edit, times), "< 1 ms"),
        Figure("looking for keys in 10 kB", await _ms(look_for_keys, times), "< 1 ms"),
    ]


async def _ms(work: Callable[[], Awaitable[Any]], times: int) -> str:
    took: list[float] = []
    for _ in range(times + 1):
        began = time.perf_counter()
        await work()
        took.append(time.perf_counter() - began)
    return milliseconds(took[1:], 2)
