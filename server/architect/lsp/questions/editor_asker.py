"""Questions in the editor, by the best way it has."""

from typing import Any

from architect.app.confirmations import Prompt, Withdrawal, grant_of, message_of, title_of
from architect.domain.verdict import Answer, Choice, Subject
from architect.jsonrpc.client import Client, ClientFault
from architect.l10n import english, shown, t
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.client_requests import CommandPreview, ConfirmParams, ConfirmResolved
from architect.lsp.protocol.to_json import WARNING, as_object, plain
from architect.lsp.questions.message_box import pressed_button

_BUTTONS = {
    english("Allow"): Choice.ONCE,
    english("Allow for this run"): Choice.RUN,
    english("Deny"): Choice.DENY,
    english("Stop the run"): Choice.STOP,
}
_APPROVAL_BUTTONS = {
    english("Approve"): Choice.ONCE,
    english("Refuse"): Choice.DENY,
    english("Decide later"): Choice.STOP,
}
_HOW_TO_ANSWER = english("(Answer with a code action or the command architect.answer.)")

_HOW_TO_SAY = english("(Your own words go with the command architect.answer.)")
_DECIDE = english("Let the agent decide")

_GRACE_S = 5.0
"""Beyond the time of a question, which the queue of questions keeps itself."""


class EditorAsker:
    """Asks by `architect/confirm` or a message with buttons, or leaves it to `architect.answer`."""

    def __init__(self, client: Client, features: ClientFeatures, answer_s: float) -> None:
        self._client = client
        self._features = features
        self._timeout_s = answer_s + _GRACE_S

    async def ask(self, prompt: Prompt) -> Answer | None:
        try:
            if self._confirms:
                return await self._confirm(prompt)
            if self._features.show_message_request:
                return await self._message_box(prompt)
        except ClientFault as fault:
            return prompt.unanswered(english("the editor could not ask: {fault}", fault=fault))
        message = plain(f"{message_of(prompt.question)}\n{t(_HOW_TO_ANSWER)}")
        self._client.notify("window/showMessage", {"type": WARNING, "message": message})
        return None

    def withdraw(self, prompt: Prompt, reason: Withdrawal) -> None:
        if self._confirms:
            params: ConfirmResolved = {"requestId": prompt.request_id, "reason": reason}
            self._client.notify("architect/confirm/resolved", params)

    @property
    def _confirms(self) -> bool:
        return self._features.rich is not None and self._features.rich.confirm

    async def _confirm(self, prompt: Prompt) -> Answer:
        question = prompt.question
        params: ConfirmParams = {
            "requestId": prompt.request_id,
            "runId": prompt.run.run_id,
            "kind": prompt.kind,
            "subject": question.subject,
            "title": title_of(question),
            "detail": shown(question.reason),
            "grant": grant_of(question),
            "options": prompt.options,
            "offers": [shown(str(offer)) for offer in question.offers],
            "default": Choice.DENY,
            "expiresAt": plain(prompt.expires_at),
        }
        if question.subject is Subject.QUESTION:
            params["answers"] = list(question.answers)
        if question.editable:
            params["editable"] = True
        if preview := question.preview:
            command: CommandPreview = {"command": preview.text, "cwd": preview.cwd}
            params["preview"] = {"patch": preview.text} if preview.kind == "patch" else command
        result = await self._client.request(
            "architect/confirm", plain(params), timeout_s=self._timeout_s
        )
        return _chosen(prompt, result)

    async def _message_box(self, prompt: Prompt) -> Answer:
        if prompt.question.subject is Subject.QUESTION:
            return await self._question_box(prompt)
        is_approval = prompt.question.subject is Subject.APPROVAL
        offered = _APPROVAL_BUTTONS if is_approval else _BUTTONS
        buttons = {
            t(title): choice for title, choice in offered.items() if choice in prompt.options
        }
        message = plain(message_of(prompt.question))
        pressed = await pressed_button(
            self._client, message, list(buttons), timeout_s=self._timeout_s
        )
        return prompt.answered(buttons[pressed], "", 0) if pressed else prompt.unanswered()

    async def _question_box(self, prompt: Prompt) -> Answer:
        """A question of the model, in an editor that shows buttons: its own answers are those."""
        said = prompt.question.answers
        other = {t(_DECIDE): Answer(Choice.DENY), t("Stop the run"): Answer(Choice.STOP)}
        message = plain(f"{message_of(prompt.question)}\n{t(_HOW_TO_SAY)}")
        pressed = await pressed_button(
            self._client, message, [*said, *other], timeout_s=self._timeout_s
        )
        if pressed in said:
            return Answer(Choice.ONCE, pressed)
        return other.get(pressed or "") or prompt.unanswered()


def _chosen(prompt: Prompt, result: Any) -> Answer:
    """The answer in the result of `architect/confirm`; what makes no sense is a denial."""
    said = as_object(result)
    choice, note = said.get("choice"), said.get("note")
    if choice not in list(Choice):
        return prompt.unanswered()
    text = note if isinstance(note, str) else ""
    content = said.get("content")
    made = content if isinstance(content, str) else None
    return prompt.answered(Choice(choice), text, said.get("offer", 0), made)
