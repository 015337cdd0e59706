"""Running the commands that decide whether a run is done."""

from collections.abc import Callable
from pathlib import Path

from architect.domain.errors import ShellFault
from architect.domain.gates import Gate
from architect.domain.journal.check_events import GateRan, GateStarted
from architect.domain.journal.events import Event
from architect.domain.shell import CommandOutcome, ShellCommand, Stream
from architect.execution.result_limit import fit_result
from architect.ports.shell import Shell

_MAX_OUTPUT_BYTES = 4_000
"""Of one gate, about 1,000 tokens; the model reads the output of all that failed at once."""


class GateRunner:
    """Runs gates through the engine's shell, in the root of the workspace.

    `clean` takes keys out of what they print, before that is cut.
    """

    def __init__(
        self,
        shell: Shell,
        *,
        folder: Path,
        emit: Callable[[Event], None],
        clean: Callable[[str], str],
    ) -> None:
        self._shell = shell
        self._clean = clean
        self._folder = folder
        self._emit = emit

    async def run(self, gate: Gate) -> GateRan:
        """How the gate went, put on record; one that cannot be started has failed."""
        self._emit(GateStarted(name=gate.name, command=gate.command, timeout_s=gate.timeout_s))
        command = ShellCommand(line=gate.command, cwd=self._folder, timeout_s=gate.timeout_s)
        try:
            outcome = await self._shell.run(command, _not_shown)
        except ShellFault as fault:
            outcome = CommandOutcome(None, "", f"{fault}\n", 0.0)
        ran = GateRan(
            name=gate.name,
            command=gate.command,
            required=gate.required,
            passed=outcome.exit_code == 0,
            exit_code=outcome.exit_code,
            output=fit_result(self._clean(_printed(outcome)), _MAX_OUTPUT_BYTES),
            duration_s=round(outcome.duration_s, 3),
        )
        self._emit(ran)
        return ran


def _printed(outcome: CommandOutcome) -> str:
    texts = (text.rstrip("\n") for text in (outcome.stdout, outcome.stderr))
    return "\n".join(filter(None, texts)) or "(no output)"


def _not_shown(stream: Stream, text: str) -> None:
    """Gates show their output when they are done."""
