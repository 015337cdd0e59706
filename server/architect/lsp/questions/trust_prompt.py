"""Asking whether a project's own settings may count."""

import asyncio
from pathlib import Path

from architect.bootstrap.settings import Settings
from architect.bootstrap.trust import TrustQuestion
from architect.domain.errors import UserError
from architect.domain.trust import BoundFiles
from architect.jsonrpc.client import Client
from architect.lsp.protocol.to_json import WARNING, plain
from architect.lsp.questions.message_box import Ask

TRUST = "Trust this project"
IGNORE = "Continue without"
_MOST_NAMED = 8


class TrustPrompt:
    """Asks once about each state of a project; runs go on without what does not count meanwhile."""

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
            self._log(line)
        task = asyncio.create_task(self._question(question))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    def note(self, line: str) -> None:
        """Tell `line`, once."""
        if line not in self._noted:
            self._noted.add(line)
            self._log(line)

    async def _question(self, question: TrustQuestion) -> None:
        named = "\n".join(question.ignored[:_MOST_NAMED])
        more = len(question.ignored) - _MOST_NAMED
        changed = "It has changed since you trusted it. " if question.changes else ""
        message = plain(
            f"Architect: the project {question.project.name!r} has settings that are ignored until "
            f"you trust it, because they can run programs or send your code elsewhere. {changed}"
            f"If you trust it, they apply from the next run on:\n{named}"
            + (f"\nand {more} more" if more > 0 else "")
        )
        if await self._ask(message, (TRUST, IGNORE)) != TRUST:
            return
        try:
            question.trust()
        except UserError as error:
            self._log(str(error))

    def _log(self, line: str) -> None:
        self._client.notify(
            "window/logMessage", {"type": WARNING, "message": plain(f"architect: {line}")}
        )
