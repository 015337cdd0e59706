"""Shared by all tests."""

import os
import signal
import tempfile
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings
from tests.support.effort import tries
from tests.support.forked import fresh_processes
from tests.support.second_attempts import SECOND_ATTEMPT, WITH_REAL_PROGRAMS

pytest_plugins = ("tests.support.selection",)

ALLOWED_SKIPS = (
    "root may read everything",
    "only root can give files away",
    "no network namespace can be made here",
)
"""Starts of the reasons for which a test may be skipped even in CI: one user cannot be both."""

# Whoever starts the tests in the background or by nohup has these ignored, and every process that
# a test starts and interrupts would inherit that.
for _signal in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.SIG_DFL)

# No test fails for being slow: the machine may have much else to do.
settings.register_profile(
    "unhurried",
    settings(),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=tries(100, long=1000),
)
settings.load_profile("unhurried")

# What the user who runs the tests has trusted or granted decides nothing here.
_state = tempfile.TemporaryDirectory(prefix="architect-state-")
os.environ["XDG_STATE_HOME"] = _state.name

_unexpected: list[str] = []
_second_attempts: list[str] = []


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: at any time some tests wait for an editor or a time-out."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(WITH_REAL_PROGRAMS):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Give a test that is marked so processes that are not forked."""
    if item.get_closest_marker("fresh_processes"):
        with fresh_processes():
            return (yield)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """In CI everything has to run: a skip that is not expected fails the whole run."""
    if report.outcome == "rerun":  # pyright: ignore[reportUnnecessaryComparison] - of the plugin
        _second_attempts.append(f"{report.nodeid}: {report.longreprtext}")
    for name, said in report.user_properties if report.when == "teardown" else ():
        if name == SECOND_ATTEMPT:
            _second_attempts.append(f"{report.nodeid}: {said}")
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        if not reason.startswith(ALLOWED_SKIPS):
            _unexpected.append(f"{report.nodeid}: {reason}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if os.environ.get("CI") and _unexpected and session.exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _second_attempts:
        terminalreporter.section("what failed at the first attempt")
        for said in _second_attempts:
            terminalreporter.line(said[-2_000:])
    if os.environ.get("CI") and _unexpected:
        terminalreporter.section("skipped in CI, where everything has to run")
        for line in _unexpected:
            terminalreporter.line(line)
