"""The checks of a unit, run behind its agent and out of its reach."""

from collections.abc import Sequence
from pathlib import Path

from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.sandbox import open_shell
from architect.config.schema import Config
from architect.domain.gates import Gate
from architect.domain.workflows.unit import CheckResult
from architect.execution.gate_runner import GateRunner


async def run_checks(
    lines: Sequence[str],
    *,
    root: Path,
    timeout_s: float,
    config: Config,
    credentials: Credentials,
) -> tuple[CheckResult, ...]:
    """How each of the command lines goes in `root`, in their order."""
    if not lines:
        return ()
    redactor = credentials.redactor(config)
    runner = GateRunner(
        open_shell(config, credentials.environ, root),
        folder=root,
        emit=lambda _: None,
        clean=lambda text: redactor.clean(text).text,
    )
    results: list[CheckResult] = []
    for line in lines:
        ran = await runner.run(Gate(line, line, timeout_s=timeout_s))
        results.append(CheckResult(line, ran.passed, ran.exit_code, ran.output, ran.duration_s))
    return tuple(results)
