"""Having changed files saved before a command reads the disk.

Only the editor saves: writing to the disk under an unsaved document would make two truths.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from architect.domain.errors import ShellFault
from architect.domain.shell import CommandOutcome, ShellCommand, Stream
from architect.jsonrpc.client import Client, ClientFault
from architect.l10n import english, t, tn
from architect.lsp.documents.document_store import OpenDocument
from architect.lsp.documents.open_files import OpenFiles
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.client_requests import SaveParams
from architect.lsp.questions.message_box import Ask
from architect.ports.shell import OutputListener, Shell

SaveMode = Literal["auto", "ask", "never"]
"""`auto` has the editor save where it can, and asks its user where it cannot."""

SAVE = english("Save and run")
WAIT = english("Run after I save")
RUN = english("Run anyway")
CANCEL = english("Cancel command")

SAVE_S = 120.0
_LOOK_AGAIN_S = 0.2
_MOST_NAMED = 5


class SaveBarrier:
    """Passed when the files that `touched` gives are saved, or their user does not want them to be.

    `waiting` is entered while the editor or its user is waited for.
    """

    def __init__(
        self,
        touched: Callable[[], Sequence[OpenDocument]],
        files: OpenFiles,
        client: Client,
        features: ClientFeatures,
        *,
        root: Path,
        mode: SaveMode,
        ask: Ask,
        waiting: Callable[[], AbstractContextManager[object]] = nullcontext,
        save_s: float = SAVE_S,
    ) -> None:
        self._touched = touched
        self._files = files
        self._client = client
        self._can_save = features.rich is not None and features.rich.save
        self._root = root
        self._mode: SaveMode = mode
        self._ask = ask
        self._waiting = waiting
        self._save_s = save_s

    async def pass_through(self) -> str:
        """What to say about files that are still not saved; empty if all are.

        Raises:
            ShellFault: the user does not want the command to run.
        """
        unsaved = await self._unsaved()
        if not unsaved:
            return ""
        reason = ""
        if self._mode != "never":
            with self._waiting():
                reason = await self._have_saved(unsaved)
            unsaved = await self._unsaved()
        return self._note(unsaved, reason) if unsaved else ""

    async def _unsaved(self) -> list[OpenDocument]:
        return [
            document
            for document in self._touched()
            if document.path and await self._files.is_unsaved(document)
        ]

    async def _have_saved(self, unsaved: Sequence[OpenDocument]) -> str:
        """Get the documents saved; why some may not be."""
        if self._can_save and self._mode == "auto":
            return await self._save(unsaved)
        offered = (SAVE if self._can_save else WAIT, RUN, CANCEL)
        buttons = {t(each): each for each in offered}
        choice = buttons.get(await self._ask(self._question(unsaved), tuple(buttons)) or "")
        if choice == SAVE:
            return await self._save(unsaved)
        if choice == WAIT:
            return await self._wait_until_saved()
        if choice == CANCEL:
            raise ShellFault(
                f"the user cancelled the command because {self._counted(unsaved)} unsaved: "
                f"{self._names(unsaved)}"
            )
        return "the user chose to run the command anyway" if choice == RUN else "nobody answered"

    def _question(self, unsaved: Sequence[OpenDocument]) -> str:
        return tn(
            "Architect: {number} changed file is unsaved: {names}. A command is about to run and "
            "would use the versions on disk.",
            "Architect: {number} changed files are unsaved: {names}. A command is about to run and "
            "would use the versions on disk.",
            len(unsaved),
            names=self._names(unsaved),
        )

    async def _save(self, unsaved: Sequence[OpenDocument]) -> str:
        params: SaveParams = {"uris": [document.uri for document in unsaved]}
        try:
            answer = await self._client.request("architect/save", params, timeout_s=self._save_s)
        except ClientFault as fault:
            return f"the editor did not save: {fault}"
        return "; ".join(_reasons(answer))

    async def _wait_until_saved(self) -> str:
        try:
            async with asyncio.timeout(self._save_s):
                while await self._unsaved():  # noqa: ASYNC110 - the disk wakes nobody
                    await asyncio.sleep(_LOOK_AGAIN_S)
        except TimeoutError:
            return f"they were not saved within {self._save_s:g} s"
        return ""

    def _note(self, unsaved: Sequence[OpenDocument], reason: str) -> str:
        because = f" ({reason})" if reason else ""
        return (
            f"note: {self._counted(unsaved)} not saved{because}, so this command saw what was on "
            f"the disk before: {self._names(unsaved)}"
        )

    def _counted(self, unsaved: Sequence[OpenDocument]) -> str:
        count = len(unsaved)
        return "1 changed file is" if count == 1 else f"{count} changed files are"

    def _names(self, unsaved: Sequence[OpenDocument]) -> str:
        paths = [document.path for document in unsaved if document.path]
        names = [path.relative_to(self._root).as_posix() for path in paths[:_MOST_NAMED]]
        named = ", ".join(names)
        more = len(paths) - _MOST_NAMED
        return f"{named} and {more} more" if more > 0 else named


def _reasons(answer: Any) -> list[str]:
    """The reasons in `{saved, failed: [{uri, reason}]}`, each once; an odd answer gives none."""
    failed: list[Any] = []
    match answer:
        case {"failed": list()}:
            failed = answer["failed"]
        case _:
            pass
    reasons: dict[str, None] = {}
    for each in failed:
        match each:
            case {"reason": str(reason)}:
                reasons[reason] = None
            case _:
                pass
    return list(reasons)


class SavingShell:
    """`inner`, with changed files saved before each command."""

    def __init__(self, inner: Shell, barrier: SaveBarrier) -> None:
        self._inner = inner
        self._barrier = barrier

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        note = await self._barrier.pass_through()
        outcome = await self._inner.run(command, on_output)
        if not note:
            return outcome
        on_output(Stream.STDERR, f"{note}\n")
        return replace(outcome, stderr=f"{note}\n{outcome.stderr}")

    async def expect_to_start(self, command: ShellCommand) -> None:
        await self._inner.expect_to_start(command)

    async def why_unconfined(self) -> str:
        return await self._inner.why_unconfined()
