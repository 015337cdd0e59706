"""Questions to the user of a client, by elicitation.

https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
"""

from collections.abc import Iterator, Mapping
from typing import Any

from architect.app.confirmations import Prompt, Withdrawal, grant_of, message_of
from architect.domain.escape_controls import escape_controls
from architect.domain.verdict import Answer, Choice, Confirmation, Subject
from architect.l10n import english, shown, t
from architect.mcp_server.served_tool import Caller, CallerFault, JsonSchema

_FIELD = "answer"
_LASTING = {
    Choice.PROJECT: english("Allow in this project: {offer}"),
    Choice.ALWAYS: english("Allow always: {offer}"),
}
_CANNOT = "the client cannot ask its user (it offers no elicitation)"


class ElicitingAsker:
    """An `Asker`: what a run asks about, the user of the client that called decides."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def ask(self, prompt: Prompt) -> Answer | None:
        question = prompt.question
        if not self._caller.can_ask:
            return Answer(prompt.unanswered().choice, why_denied(question))
        answers = dict(_answers(question))
        self._caller.progress(f"asks: {question.title}")
        try:
            filled = await self._caller.ask(message_of(question), _schema(question, answers))
        except CallerFault as fault:
            return prompt.unanswered(f"the client could not ask its user: {fault}")
        if filled is None:
            return prompt.unanswered("the user declined")
        return _answer(prompt, answers, filled)

    def withdraw(self, prompt: Prompt, reason: Withdrawal) -> None:
        """The request itself is withdrawn when nobody waits for it any more."""


def why_denied(question: Confirmation) -> str:
    """Why nothing is done without an answer, and what would let it be done."""
    if question.subject is Subject.QUESTION:
        return _CANNOT
    if question.subject is not Subject.CALL or question.in_every_mode:
        return f"it requires confirmation, and {_CANNOT}"
    is_edit = question.preview is not None and question.preview.kind == "patch"
    modes = "--mode edit or --mode yolo" if is_edit else "--mode yolo"
    return (
        f"it requires confirmation, and {_CANNOT}; the user can start `architect mcp-serve` with "
        f"{modes} to allow it"
    )


def _answers(question: Confirmation) -> Iterator[tuple[str, Answer]]:
    """The answers to choose from, as the client shows them; of words there are none."""
    if question.subject is Subject.QUESTION:
        return
    yield t("Allow"), Answer(Choice.ONCE)
    if Choice.RUN in question.choices:
        grant = t("Allow for this run: {grant}", grant=grant_of(question))
        name = grant if question.grant else t("Allow for this run")
        yield escape_controls(name), Answer(Choice.RUN)
    for choice in (Choice.PROJECT, Choice.ALWAYS):
        for offer in question.offers if choice in question.choices else ():
            name = t(_LASTING[choice], offer=shown(str(offer)))
            yield escape_controls(name), Answer(choice, "", offer)
    yield t("Deny"), Answer(Choice.DENY)
    yield t("Stop"), Answer(Choice.STOP)


def _schema(question: Confirmation, answers: Mapping[str, Answer]) -> JsonSchema:
    field: dict[str, Any] = {"type": "string", "title": t("Answer")}
    if answers:
        field["enum"] = list(answers)
    elif question.answers:
        field["description"] = t("For example: {answers}", answers="; ".join(question.answers))
    return {"type": "object", "properties": {_FIELD: field}, "required": [_FIELD]}


def _answer(prompt: Prompt, answers: Mapping[str, Answer], filled: Mapping[str, Any]) -> Answer:
    """What was filled in; what makes no sense is a denial."""
    said = filled.get(_FIELD)
    if not isinstance(said, str):
        return prompt.unanswered()
    if prompt.question.subject is Subject.QUESTION:
        return Answer(Choice.ONCE, said) if said.strip() else prompt.unanswered()
    return answers.get(said) or prompt.unanswered()
