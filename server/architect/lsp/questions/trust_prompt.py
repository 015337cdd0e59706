"""Asking whether a project's own settings may count."""

import asyncio
from pathlib import Path

from architect.bootstrap.settings import Settings
from architect.bootstrap.trust import TrustQuestion
from architect.domain.errors import UserError
from architect.domain.trust import BoundFiles
from architect.jsonrpc.client import Client
from architect.l10n import english, shown, t
from architect.lsp.protocol.to_json import WARNING, plain
from architect.lsp.questions.message_box import Ask

TRUST = english("Trust this project")
IGNORE = english("Continue without")
_MOST_NAMED = 8


class TrustPrompt:
    """Asks about each state of a project until that is answered, and once in a daemon.

    Runs go on without what does not count meanwhile.
    """

    def __init__(self, client: Client, ask: Ask) -> None:
        self._client = client
        self._ask = ask
        self._asked: dict[Path, BoundFiles] = {}
        self._asking: set[asyncio.Task[None]] = set()
        self._noted: set[str] = set()

    def consider(self, root: Path, settings: Settings) -> None:
        """Tell what does not count, and ask whether it may, if nobody was asked yet.

        Old names of keys are told once each.
        """
        for note in settings.notes:
            self.note(note)
        question = settings.question
        if question is None or self._asked.get(root) == question.files:
            return
        self._asked[root] = question.files
        for line in settings.ignored:
            self._log(shown(line))
        if question.is_refused():
            return
        task = asyncio.create_task(self._question(question))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    def note(self, line: str) -> None:
        """Tell `line`, once."""
        if line not in self._noted:
            self._noted.add(line)
            self._log(shown(line))

    async def _question(self, question: TrustQuestion) -> None:
        answer = await self._ask(plain(_message(question)), (t(TRUST), t(IGNORE)))
        try:
            if answer == t(TRUST):
                question.trust()
            elif answer == t(IGNORE):
                question.refuse()
        except UserError as error:
            self._log(shown(str(error)))

    def _log(self, line: str) -> None:
        self._client.notify(
            "window/logMessage", {"type": WARNING, "message": plain(f"architect: {line}")}
        )


def _message(question: TrustQuestion) -> str:
    changed = t("It has changed since you trusted it.") if question.changes else ""
    told = (
        t(
            "Architect: the project {project!r} has settings that are ignored until you trust it, "
            "because they can run programs or send your code elsewhere.",
            project=question.project.name,
        ),
        changed,
        t("If you trust it, they apply from the next run on:"),
    )
    lines = [" ".join(filter(None, told)), *map(shown, question.ignored[:_MOST_NAMED])]
    if (more := len(question.ignored) - _MOST_NAMED) > 0:
        lines.append(t("and {more} more", more=more))
    return "\n".join(lines)
