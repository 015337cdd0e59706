"""Work-done progress of a run, at most four messages a second."""

import asyncio
from typing import Any

from architect.domain.journal.call_events import ToolDecided
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ModelRequested, ModelRetried, ModelSwitched
from architect.domain.journal.run_events import StepStarted
from architect.jsonrpc.client import Client, ClientFault
from architect.l10n import shown, shown_exactly, t
from architect.lsp.protocol.to_json import plain

INTERVAL_S = 0.25
_MESSAGE_CHARS = 120


class RunProgress:
    """The progress item of one run; a sink of its events.

    The client's own `token` is used if it gave one, else one is created, which it may refuse.
    """

    def __init__(
        self, client: Client, title: str, *, token: str | int | None, own_token: str
    ) -> None:
        self._client = client
        self._title = title
        self.token = own_token if token is None else token
        self._must_ask = token is None
        self._begun = False
        self._step = 0
        self._message: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None
        self._over = False

    def begin(self) -> None:
        if self._must_ask:
            self._asking = asyncio.create_task(self._ask())
        else:
            self._send_begin()

    async def _ask(self) -> None:
        try:
            await self._client.request(
                "window/workDoneProgress/create", {"token": self.token}, timeout_s=30
            )
        except ClientFault:
            return
        self._send_begin()

    def _send_begin(self) -> None:
        if not self._over:
            self._begun = True
            self._send({"kind": "begin", "title": self._title, "cancellable": True})

    def show(self, record: Record) -> None:
        match record.event:
            case StepStarted(step=step):
                self._step = step
                self.report(t("thinking"))
            case ToolDecided(name=name, summary=summary, allowed=True):
                self.report(f"{name} {shown_exactly(summary)}")
            case ModelRequested(purpose="compact"):
                self.report(t("summing up the conversation"))
            case ModelRetried(reason=reason):
                self.report(t("trying again: {reason}", reason=shown(reason)))
            case ModelSwitched(model=model):
                self.report(t("{model} takes over", model=model))
            case _:
                pass

    def report(self, text: str) -> None:
        """Show `text` soon; what comes right after it replaces it."""
        line = t("step {step}: {text}", step=self._step, text=text) if self._step else text
        self._message = " ".join(line.split())[:_MESSAGE_CHARS]
        if self._timer is None and not self._over:
            self._flush()

    def end(self, text: str) -> None:
        """The last message; nothing follows it."""
        self._over = True
        if self._timer is not None:
            self._timer.cancel()
        if self._asking is not None and not self._asking.done():
            self._asking.cancel()
        if self._begun:
            self._send({"kind": "end", "message": text[:_MESSAGE_CHARS]})

    def _flush(self) -> None:
        self._timer = None
        if self._message is None or self._over:
            return
        if self._begun:
            self._send({"kind": "report", "message": self._message})
            self._message = None
        self._timer = asyncio.get_running_loop().call_later(INTERVAL_S, self._flush)

    def _send(self, value: dict[str, Any]) -> None:
        self._client.notify("$/progress", {"token": self.token, "value": plain(value)})
