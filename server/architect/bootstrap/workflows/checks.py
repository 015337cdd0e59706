"""The checks of a unit, run behind its agent and out of its reach."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote

from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.sandbox import open_shell
from architect.config.schema import Config
from architect.domain.gates import Gate
from architect.domain.workflows.unit import CheckResult, Unit, UnitResult
from architect.execution.gate_runner import GateRunner


async def checked(
    result: UnitResult, unit: Unit, *, root: Path, config: Config, credentials: Credentials
) -> UnitResult:
    """`result` with how the checks of its unit go in `root`, if its agent has begun."""
    if result.session_id is None and result.error is not None:
        return result
    checks = await run_checks(
        unit.checks,
        root=root,
        timeout_s=unit.check_timeout_s,
        config=config,
        credentials=credentials,
        variables=unit.check_variables,
    )
    return replace(result, checks=checks)


async def run_checks(
    lines: Sequence[str],
    *,
    root: Path,
    timeout_s: float,
    config: Config,
    credentials: Credentials,
    variables: Sequence[tuple[str, str]] = (),
) -> tuple[CheckResult, ...]:
    """How each of the command lines goes in `root`, in their order.

    They find `variables` in their environment, each those that it names.
    """
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
        gate = Gate(line, _with_variables(line, variables), timeout_s=timeout_s)
        ran = await runner.run(gate)
        results.append(CheckResult(line, ran.passed, ran.exit_code, ran.output, ran.duration_s))
    return tuple(results)


def _with_variables(line: str, variables: Sequence[tuple[str, str]]) -> str:
    """The line behind assignments: a value is quoted there, where nothing of `line` is around."""
    used = (f"export {name}={quote(value)}\n" for name, value in variables if name in line)
    return "".join(used) + line
