"""A look at finished work by the model, in a fresh conversation: only what can be seen counts."""

from architect.agent.completion_checks import Accept, EndUnverified, SendBack
from architect.agent.evaluation_material import material
from architect.agent.limits import Limits
from architect.agent.model_requests import ModelRequests
from architect.agent.prompt_files import prompt
from architect.agent.safety_nets import spent_budget
from architect.config.evaluation import EvaluationSettings
from architect.domain.errors import ModelFault
from architect.domain.evaluation import VERDICT_TOOL, Verdict, verdict_of
from architect.domain.journal.check_events import EvaluationFinished
from architect.domain.messages import AssistantMessage, Message, SystemMessage, UserMessage
from architect.execution.run_context import RunContext
from architect.l10n import english

_ATTEMPTS = 2


class SelfEvaluator:
    """Judges whether a run is done that says so. It can only find that it is not.

    What goes wrong with the look itself changes nothing, but is told.
    """

    note = ""

    def __init__(
        self,
        run: RunContext,
        requests: ModelRequests,
        settings: EvaluationSettings,
        limits: Limits,
    ) -> None:
        self._run = run
        self._requests = requests
        self._settings = settings
        self._limits = limits

    async def judge(self, text: str) -> Accept | SendBack | EndUnverified:
        """What follows from a look at the work, which the agent ends with `text`.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        run = self._run
        finished = await run.stop.guard(self._looked_at(text))
        run.emit(finished)
        if finished.accepted:
            return Accept()
        points = "; ".join(_points(finished))
        reason = english("the self-evaluation finds that it is not done: {points}", points=points)
        rounds = len([each for each in run.state.evaluations if not each.accepted])
        if self._settings.mode == "full" and rounds <= self._settings.max_retries:
            issues = "\n".join(f"- {point}" for point in _points(finished))
            return SendBack(reason, prompt("not_accepted").format(issues=issues))
        return EndUnverified(reason)

    async def _looked_at(self, text: str) -> EvaluationFinished:
        step = self._run.state.step
        try:
            verdict = await self._verdict(text)
        except (ModelFault, ValueError) as fault:
            return EvaluationFinished(step=step, accepted=True, problem=str(fault))
        sure = verdict.confidence >= self._settings.confidence_threshold
        return EvaluationFinished(
            step=step,
            accepted=verdict.completed and sure,
            completed=verdict.completed,
            confidence=verdict.confidence,
            issues=verdict.issues,
            suggestion=verdict.suggestion,
        )

    async def _verdict(self, text: str) -> Verdict:
        """What the model finds; asked again once if that is no verdict.

        Raises:
            ModelFault: it does not reply.
            ValueError: it gives no verdict, or may not be asked.
        """
        run = self._run
        asked: tuple[Message, ...] = (
            SystemMessage(prompt("evaluate")),
            UserMessage(await material(run, text)),
        )
        problem = ""
        for _ in range(_ATTEMPTS):
            if (spent := spent_budget(run.spending, self._limits)) is not None:
                raise ValueError(spent)
            if (blocked := await run.hooks.before_model()) is not None:
                raise ValueError(
                    english("a hook blocked the request: {reason}", reason=blocked.reason)
                )
            reply = await self._requests.send(
                run.state.step, "evaluate", messages=asked, tools=(VERDICT_TOOL,)
            )
            try:
                return verdict_of(reply.calls, reply.text)
            except ValueError as error:
                problem = english("the model gave no verdict: {error}", error=error)
                said = reply.text.strip() or "[a call]"
                again = f"That is no verdict: {error}. Report it with report_verdict."
                asked = (*asked, AssistantMessage(said), UserMessage(again))
        raise ValueError(problem)


def _points(finished: EvaluationFinished) -> tuple[str, ...]:
    if finished.issues:
        return finished.issues
    if finished.suggestion:
        return (finished.suggestion,)
    if finished.completed:
        return (
            english(
                "it is only {confidence:.0%} sure that it is done", confidence=finished.confidence
            ),
        )
    return (english("it names no reason"),)
