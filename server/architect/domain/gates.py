"""Commands that decide whether a run is done."""

from architect.frozen import frozen


@frozen
class Gate:
    """A command that has to end with 0 when the model says it is done; optional ones only tell."""

    name: str
    command: str
    required: bool = True
    timeout_s: float = 60.0


@frozen
class GateResult:
    """How a gate went the last time.

    `exit_code` is None if it never ended by itself. `passed` None means that it was not run.
    """

    name: str
    passed: bool | None
    exit_code: int | None
    required: bool
