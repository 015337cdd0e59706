"""Questions to the user by `session/request_permission`.

https://agentclientprotocol.com/protocol/tool-calls#requesting-permission
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from architect.acp.dialect import ELICIT, REQUEST_PERMISSION
from architect.acp.diff_content import patch_content
from architect.acp.initialization import ClientFeatures
from architect.acp.tool_kinds import kind_of
from architect.app.confirmations import Prompt, Withdrawal, grant_of, title_of
from architect.app.reports.safe_markdown import block, code, with_code
from architect.domain.escape_controls import in_one_line
from architect.domain.grants import Grant
from architect.domain.shell import RUN_COMMAND
from architect.domain.verdict import Answer, Choice, Confirmation, Subject
from architect.frozen import frozen
from architect.jsonrpc.client import Client, ClientFault
from architect.l10n import english, shown, t
from architect.lazy_pattern import lazy_pattern

_MARKUP = lazy_pattern(r"[`\[\]<>*&!]|__")
_MOST_TITLE = 200

_GRACE_S = 5.0
"""Beyond the time of a question, which the queue of questions keeps itself."""


@frozen
class Asking:
    """Where questions belong: a session in the folder `root`.

    `waiting_call` is the call of a tool that waits for the answer, None if it is not known.
    """

    session_id: str
    root: Path
    waiting_call: Callable[[str], str | None]


@frozen
class _Option:
    """A button: how the client shows it, and what it means."""

    kind: str
    name: str
    answer: Answer


class PermissionAsker:
    """Asks by buttons; where words are wanted, and the client has forms, by a form."""

    def __init__(
        self, client: Client, asking: Asking, features: ClientFeatures, answer_s: float
    ) -> None:
        self._client = client
        self._asking = asking
        self._features = features
        self._timeout_s = answer_s + _GRACE_S

    async def ask(self, prompt: Prompt) -> Answer | None:
        question = prompt.question
        wants_words = question.subject is Subject.QUESTION and not question.answers
        try:
            if wants_words and self._features.forms:
                return await self._words(prompt)
            return await self._choice(prompt)
        except ClientFault as fault:
            return prompt.unanswered(english("the editor could not ask: {fault}", fault=fault))

    async def _choice(self, prompt: Prompt) -> Answer:
        options = list(_options(prompt))
        params = {
            "sessionId": self._asking.session_id,
            "toolCall": _call(prompt, self._asking),
            "options": [
                {"optionId": str(number), "name": each.name, "kind": each.kind}
                for number, each in enumerate(options)
            ],
        }
        result = await self._client.request(REQUEST_PERMISSION, params, timeout_s=self._timeout_s)
        return _answer(prompt, options, result)

    async def _words(self, prompt: Prompt) -> Answer:
        field = {"type": "string", "title": t("Answer")}
        params = {
            "mode": "form",
            "sessionId": self._asking.session_id,
            "toolCallId": _call_id(prompt, self._asking),
            "message": prompt.question.title,
            "requestedSchema": {
                "type": "object",
                "properties": {"answer": field},
                "required": ["answer"],
            },
        }
        match await self._client.request(ELICIT, params, timeout_s=self._timeout_s):
            case {"action": "accept", "content": {"answer": str(words)}} if words.strip():
                return Answer(Choice.ONCE, words)
            case _:
                return prompt.unanswered()

    def withdraw(self, prompt: Prompt, reason: Withdrawal) -> None:
        """The request itself is withdrawn when nobody waits for it any more."""


def _options(prompt: Prompt) -> Iterator[_Option]:
    question = prompt.question
    if question.subject is Subject.QUESTION:
        for words in question.answers:
            yield _Option("allow_once", words, Answer(Choice.ONCE, words))
        yield _Option("reject_once", t("Let the agent decide"), Answer(Choice.DENY))
        yield _Option("reject_always", t("Stop"), Answer(Choice.STOP))
        return
    yield _Option("allow_once", t("Allow"), Answer(Choice.ONCE))
    if Choice.RUN in question.choices:
        grant = t("Allow for this run: {grant}", grant=grant_of(question))
        name = grant if question.grant else t("Allow for this run")
        yield _Option("allow_always", name, Answer(Choice.RUN))
    for choice in (Choice.PROJECT, Choice.ALWAYS):
        for offer in question.offers if choice in question.choices else ():
            yield _Option("allow_always", _offered(choice, offer), Answer(choice, "", offer))
    yield _Option("reject_once", t("Deny"), Answer(Choice.DENY))
    yield _Option("reject_always", t("Stop"), Answer(Choice.STOP))


def _offered(choice: Choice, offer: Grant) -> str:
    words = shown(str(offer))
    if choice is Choice.PROJECT:
        return t("Allow in this project: {offer}", offer=words)
    return t("Allow always: {offer}", offer=words)


def _call(prompt: Prompt, asking: Asking) -> dict[str, Any]:
    """The call that waits, with all that the user has to know of it."""
    question = prompt.question
    preview = question.preview
    is_patch = preview is not None and preview.kind == "patch"
    content = patch_content(preview.text, asking.root) if preview and is_patch else []
    told = [with_code(shown(question.reason))]
    if preview and not content:
        told.append(block(preview.text))
        if preview.cwd not in ("", "."):
            told.append(f"{t('in')} {code(in_one_line(preview.cwd))}")
    text = "\n\n".join(filter(None, told))
    if text:
        content.append({"type": "content", "content": {"type": "text", "text": text}})
    return {
        "toolCallId": _call_id(prompt, asking),
        "title": _title(question),
        "kind": kind_of(question.tool),
        "status": "pending",
        "content": content,
    }


def _call_id(prompt: Prompt, asking: Asking) -> str:
    return asking.waiting_call(prompt.question.tool) or prompt.request_id


def _title(question: Confirmation) -> str:
    """The question as clients read it, who take it for Markdown: no markup of what is asked about.

    A question of the model is in its own words.
    """
    if question.subject is Subject.QUESTION or not _MARKUP.search(question.title):
        return title_of(question)
    if question.tool == RUN_COMMAND and question.preview is not None:
        return t("Run {command}?", command=code(question.preview.text[:_MOST_TITLE]))
    return code(title_of(question))


def _answer(prompt: Prompt, options: list[_Option], result: Any) -> Answer:
    """What was chosen; what makes no sense is a denial."""
    match result:
        case {"outcome": {"outcome": "selected", "optionId": str(number)}}:
            known = {str(at): option.answer for at, option in enumerate(options)}
            return known.get(number) or prompt.unanswered()
        case _:
            return prompt.unanswered()
