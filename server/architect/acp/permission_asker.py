"""Questions to the user by `session/request_permission`.

https://agentclientprotocol.com/protocol/tool-calls#requesting-permission
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from architect.acp.dialect import REQUEST_PERMISSION
from architect.acp.session_updates import kind_of, patch_content
from architect.app.confirmations import Prompt, Withdrawal, message_of
from architect.domain.verdict import Answer, Choice, Subject
from architect.frozen import frozen
from architect.jsonrpc.client import Client, ClientFault

_GRACE_S = 5.0
"""Beyond the time of a question, which the queue of questions keeps itself."""


@frozen
class Asking:
    """Where a question belongs: a session in the folder `root`, and the call that waits."""

    session_id: str
    root: Path
    call_id: str


@frozen
class _Option:
    """A button: how the client shows it, and what it means."""

    kind: str
    name: str
    answer: Answer


class PermissionAsker:
    """Asks by buttons; `asking` says of which session and call a question is."""

    def __init__(self, client: Client, asking: Callable[[Prompt], Asking], answer_s: float) -> None:
        self._client = client
        self._asking = asking
        self._timeout_s = answer_s + _GRACE_S

    async def ask(self, prompt: Prompt) -> Answer | None:
        options = list(_options(prompt))
        asking = self._asking(prompt)
        params = {
            "sessionId": asking.session_id,
            "toolCall": _call(prompt, asking),
            "options": [
                {"optionId": str(number), "name": each.name, "kind": each.kind}
                for number, each in enumerate(options)
            ],
        }
        try:
            result = await self._client.request(
                REQUEST_PERMISSION, params, timeout_s=self._timeout_s
            )
        except ClientFault as fault:
            return prompt.unanswered(f"the editor could not ask: {fault}")
        return _answer(prompt, options, result)

    def withdraw(self, prompt: Prompt, reason: Withdrawal) -> None:
        """The request itself is withdrawn when nobody waits for it any more."""


def _options(prompt: Prompt) -> Iterator[_Option]:
    question = prompt.question
    if question.subject is Subject.QUESTION:
        for words in question.answers:
            yield _Option("allow_once", words, Answer(Choice.ONCE, words))
        yield _Option("reject_once", "Let the agent decide", Answer(Choice.DENY))
        yield _Option("reject_always", "Stop", Answer(Choice.STOP))
        return
    yield _Option("allow_once", "Allow", Answer(Choice.ONCE))
    if Choice.RUN in question.choices:
        grant = f"Allow for this run: {question.grant}" if question.grant else "Allow for this run"
        yield _Option("allow_always", grant, Answer(Choice.RUN))
    for choice, where in ((Choice.PROJECT, "in this project"), (Choice.ALWAYS, "always")):
        for offer in question.offers if choice in question.choices else ():
            yield _Option("allow_always", f"Allow {where}: {offer}", Answer(choice, "", offer))
    yield _Option("reject_once", "Deny", Answer(Choice.DENY))
    yield _Option("reject_always", "Stop", Answer(Choice.STOP))


def _call(prompt: Prompt, asking: Asking) -> dict[str, Any]:
    """The call that waits, with all that the user has to know of it."""
    question = prompt.question
    content: list[dict[str, Any]] = []
    preview = question.preview
    if preview is not None and preview.kind == "patch":
        content += patch_content(preview.text, asking.root)
    told = question.reason if content else message_of(question).removeprefix("Architect: ")
    if told:
        content.append({"type": "content", "content": {"type": "text", "text": told}})
    return {
        "toolCallId": asking.call_id,
        "title": question.title,
        "kind": kind_of(question.tool),
        "status": "pending",
        "content": content,
    }


def _answer(prompt: Prompt, options: list[_Option], result: Any) -> Answer:
    """What was chosen; what makes no sense is a denial."""
    match result:
        case {"outcome": {"outcome": "selected", "optionId": str(number)}}:
            known = {str(at): option.answer for at, option in enumerate(options)}
            return known.get(number) or prompt.unanswered()
        case _:
            return prompt.unanswered()
