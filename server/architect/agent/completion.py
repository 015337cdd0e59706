"""What happens when the model says that it is done: gates run, and it may hear that it is not."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, assert_never

from architect.agent.completion_checks import (
    Accept,
    Completion,
    CompletionRules,
    EndUnverified,
    SendBack,
    after_gates,
    before_gates,
)
from architect.agent.ending import Ending
from architect.domain.journal.check_events import CompletionRefused, GateRan, GateSkipped
from architect.domain.outcome import StopReason
from architect.execution.run_context import RunContext


class Evaluator(Protocol):
    """Looks at work that has passed all checks; it can only find that it is not done."""

    @property
    def note(self) -> str:
        """What is told behind the last words, however the run ends; empty if nothing."""
        ...

    async def judge(self, text: str) -> Completion:
        """What follows from a look at the work, which the agent ends with `text`.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        ...


class CompletionTurn:
    """Checks what the model claims."""

    def __init__(
        self, run: RunContext, rules: CompletionRules, evaluators: Sequence[Evaluator] = ()
    ) -> None:
        """The `evaluators` are asked one after the other, as long as they accept."""
        self._run = run
        self._rules = rules
        self._evaluators = evaluators

    async def judge(self, text: str) -> Ending | None:
        """The ending with the final `text`; None if the model has to go on.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        verdict: Completion | None = before_gates(self._run.state, self._rules)
        if verdict is None:
            verdict = after_gates(self._run.state, self._rules, await self._gated())
        for evaluator in self._evaluators:
            if not isinstance(verdict, Accept):
                break
            verdict = await evaluator.judge(text)
        match verdict:
            case Accept(instead):
                return Ending(StopReason.LLM_DONE, instead or text, is_exact=bool(instead))
            case SendBack(reason, told):
                step = self._run.state.step
                self._run.emit(CompletionRefused(step=step, reason=reason, text=told))
                return None
            case EndUnverified(reason, error):
                truth = f"{text}\n\n[This was not accepted: {reason}.]"
                return Ending(StopReason.LLM_DONE, truth, error, is_verified=False)
            case _:
                assert_never(verdict)

    def with_notes(self, ending: Ending) -> Ending:
        """`ending` with what the evaluators have to say whatever it is."""
        notes = [f"[{each.note}]" for each in self._evaluators if each.note]
        if ending.is_exact or not notes:
            return ending
        return replace(ending, output="\n\n".join(filter(None, (ending.output, *notes))))

    async def _gated(self) -> list[GateRan]:
        """The results of all gates, one after the other."""
        if self._rules.skipped is not None:
            for gate in self._rules.gates:
                self._run.emit(
                    GateSkipped(
                        name=gate.name,
                        command=gate.command,
                        required=gate.required,
                        reason=self._rules.skipped,
                    )
                )
            return []
        return [await self._run.stop.guard(self._run.gates.run(gate)) for gate in self._rules.gates]
