"""Figures of ours that the documentation tells are those that were measured last."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COLUMNS = (
    "start to first request",
    "the job, wall",
    "the job, CPU",
    "the job, memory (PSS)",
    "reply to next request",
    "last reply to exit",
    "first request",
    "all requests",
)
DAEMON = (
    "spawn to `initialize` reply",
    "idle memory (RSS)",
    "`architect.run` to first model request",
    "the job in the daemon, wall",
    "memory after the job (RSS)",
)


def told(row: str) -> list[str]:
    """The figures of a row of the tables in docs/others.md."""
    page = (ROOT / "docs/others.md").read_text(encoding="utf-8")
    [line] = [line for line in page.splitlines() if line.startswith(f"| {row} |")]
    return [cell.strip().replace(",", "") for cell in line.split("|")[2:-1]]


def measured(name: str) -> tuple[float, str]:
    """A median of benchmarks/RESULTS.md and its unit."""
    page = (ROOT / "benchmarks/RESULTS.md").read_text(encoding="utf-8")
    found = re.search(rf"(?m)^\| {re.escape(name)} \| ([\d.,]+) (\S+)", page)
    assert found, name
    return float(found[1].replace(",", "")), found[2]


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("architect, OpenAI format", [f"openai_compatible: {name}" for name in COLUMNS]),
        ("architect, by LiteLLM", [f"litellm: {name}" for name in COLUMNS]),
        ("architect lsp", DAEMON),
    ],
)
def test_what_is_told_of_us_is_what_was_measured_last(row: str, names: list[str]) -> None:
    for figure, name in zip(told(row), names, strict=True):
        value, unit = measured(name)
        if unit == "ms" and name.endswith("wall"):  # told in seconds
            value /= 1000
        digits = len(figure.partition(".")[2])
        assert abs(float(figure) - value) <= 0.5001 * 10**-digits, (name, figure, value)


def test_the_day_is_that_of_the_measurements() -> None:
    results = (ROOT / "benchmarks/RESULTS.md").read_text(encoding="utf-8")
    day = re.search(r"on (\d{4}-\d\d-\d\d)", results)
    assert day
    assert f"[{day[1]}](../benchmarks/RESULTS.md)" in (ROOT / "docs/others.md").read_text()
