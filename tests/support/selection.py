"""Which tests run, and in which order: a plugin of pytest.

`make test` is what every change must pass. It leaves out what is marked as `long`: tests and
parameters (`with_usual`) that repeat others with more rounds, models,
programs or machines, and scenes of VS Code that are declared by `longScene`. `make test-long` runs
everything. What is left out counts as deselected in pytest's last line.
"""

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet
from tests.support.effort import LONG

T = TypeVar("T")

LONG_TIER = pytest.mark.long


def with_usual(cases: Iterable[T], *, usual: Collection[T]) -> list[T | ParameterSet]:
    """Parameters for `pytest.mark.parametrize`: only the `usual` ones are tried by `make test`."""
    found = list(cases)
    assert all(case in found for case in usual), "a usual case is none of the cases"
    return [case if case in usual else pytest.param(case, marks=LONG_TIER) for case in found]


LONGEST_FILES = (
    "tests/e2e/vscode/test_ui.py",
    "tests/e2e/vscode/test_extension_host.py",
    "tests/everyday/",
    "tests/cli/workflows/",
    "tests/e2e/vscode/test_ui_setup.py",
    "tests/e2e/vscode/test_ui_runs.py",
    "tests/e2e/vscode/",
    "tests/contract/test_sandbox",
    "tests/cli/test_kill.py",
    "tests/cli/test_replay.py",
    "tests/hostile/",
    "tests/unit/policy/shell/",
    "tests/unit/support/test_forked.py",
)
"""Begun first where tests run side by side, so that none of them is left alone at the end."""

_OUTPUT = "left out"


_KEY = pytest.StashKey[int]()
"""How many tests were left out."""


class _LeftOut:
    """A test that was left out, where reports are counted."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_KEY] = 0


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not LONG:
        left_out = [item for item in items if item.get_closest_marker("long")]
        if left_out:
            items[:] = [item for item in items if not item.get_closest_marker("long")]
            config.hook.pytest_deselected(items=left_out)
            config.stash[_KEY] = len(left_out)
    items.sort(key=lambda item: _place(item.nodeid))


def _place(nodeid: str) -> int:
    fitting = [number for number, start in enumerate(LONGEST_FILES) if nodeid.startswith(start)]
    return min(fitting, default=len(LONGEST_FILES))


def pytest_sessionfinish(session: pytest.Session) -> None:
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_OUTPUT] = session.config.stash[_KEY]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Each worker of xdist collects the same, and only they know what was left out."""
    told: dict[str, Any] = getattr(node, "workeroutput", {})
    node.config.stash[_KEY] = max(node.config.stash[_KEY], told.get(_OUTPUT, 0))


@pytest.hookimpl(tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    count = config.stash[_KEY]
    if not count:
        return
    terminalreporter.stats.setdefault("deselected", [_LeftOut() for _ in range(count)])
    terminalreporter.line(f"{count} tests were left out; `make test-long` runs them, too")
