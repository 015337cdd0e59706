"""What playing a run again works with."""

import asyncio
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path

from architect.adapters.git_copy import bundle_repository, unbundle_repository
from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply
from architect.adapters.records.cost_ledger import read_ledger
from architect.adapters.records.journal_reader import record_of
from architect.adapters.replay_tree import (
    copy_files,
    copy_ignored,
    copy_own_folder,
    copy_tree,
    make_repository,
    restore_contents,
)
from architect.adapters.sandbox.mounts import home_of, private_home_of
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.config.schema import Config
from architect.domain.errors import JournalFault, UserError
from architect.domain.ids import SessionId, session_of
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ModelReplied
from architect.domain.messages import UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.run_request import RunRequest
from architect.l10n import english
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.ports.model import Model, ProgressListener
from architect.services.replay.recorded_run import RecordedRun

__all__ = [
    "ReplayParts",
    "bundle_repository",
    "copy_files",
    "copy_ignored",
    "copy_own_folder",
    "copy_tree",
    "forget_home",
    "journals_below",
    "make_repository",
    "read_journal",
    "restore_contents",
    "unbundle_repository",
    "was_recorded_here",
]


class ReplayParts(ConfiguredParts):
    """The parts of a run that is played again: all are real but the model, and nothing is paid."""

    def __init__(
        self,
        config: Config,
        host: Host,
        credentials: Credentials,
        run: RecordedRun,
        *,
        taints: Sequence[str],
    ) -> None:
        super().__init__(config, host, credentials)
        self._taints = taints
        self._run = run
        self._children = _Children(run.children)

    def taints(self, request: RunRequest) -> Sequence[str]:
        return self._taints

    def model(self) -> Model:
        return _Replies(self._run)

    def child_model(self) -> Model:
        return self._children

    def ledger(self) -> Sequence[EventSink]:
        return ()


class _Replies:
    """Answers each request with the next reply that a run has on record.

    Requests without tools, such as those for a summary, have replies of their own: they may come a
    step earlier or later than then, since the name of the folder is part of what fills the context.
    """

    def __init__(self, run: RecordedRun) -> None:
        self.name = run.started.model
        self._steps = (each for each in run.replies() if each.purpose == "step")
        self._others = (each for each in run.replies() if each.purpose != "step")

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        replied = None
        if not request.tools:
            replied = await asyncio.to_thread(next, self._others, None)
        if replied is None:
            replied = await asyncio.to_thread(next, self._steps, None)
        script = () if replied is None else (_scripted(replied),)
        return await ScriptedModel(script, name=self.name).complete(request, on_progress)

    async def aclose(self) -> None:
        """There is nothing to close."""


class _Children:
    """Answers each run below the one that is played again with the replies of its own task."""

    name = "recorded/children"

    def __init__(self, runs: Sequence[RecordedRun]) -> None:
        self._left = list(runs)
        self._opened: dict[str, Model] = {}

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        task = next(each.text for each in request.messages if isinstance(each, UserMessage))
        if (model := self._opened.get(task)) is None:
            run = next((each for each in self._left if each.started.task in task), None)
            model = ScriptedModel(()) if run is None else _Replies(run)
            if run is not None:
                self._left.remove(run)
            self._opened[task] = model
        return await model.complete(request, on_progress)

    async def aclose(self) -> None:
        """There is nothing to close."""


def was_recorded_here(root: Path, session_id: SessionId, environ: Mapping[str, str]) -> bool:
    """Whether this user had that session in the workspace at `root`.

    The ledger of costs knows it, where no repository can write. What it does not know may have come
    with the workspace, like any other text of strangers.
    """
    project = str(root.resolve())
    try:
        entries = read_ledger(environ, since=None)
        return any(e.project == project and session_of(e.run_id) == session_id for e in entries)
    except OSError:
        return False


def forget_home(root: Path, environ: Mapping[str, str]) -> None:
    """Remove what the sandbox has kept as the home folder of commands of the workspace `root`."""
    home = private_home_of(root, home_of(environ), environ)
    if home is not None:
        shutil.rmtree(home, ignore_errors=True)


def _scripted(replied: ModelReplied) -> ScriptedReply:
    return ScriptedReply(
        text=replied.text,
        calls=tuple(ScriptedCall(call.name, call.arguments, call.id) for call in replied.calls),
        finish=replied.finish,
        usage=replied.usage,
        reasoning=replied.reasoning,
    )


def journals_below(file: Path) -> list[Path]:
    """The journals of runs below those in the journal `file`, which lie beside it."""
    return sorted(file.parent.glob(f"{escape(file.stem)}.*{file.suffix}"))


def read_journal(file: Path) -> Callable[[], Iterator[Record]]:
    """Reads the records of a journal each time it is called, one after the other.

    The reading raises a `UserError` if there is something else in it.
    """

    def read() -> Iterator[Record]:
        try:
            with file.open("rb") as lines:
                for number, line in enumerate(lines, start=1):
                    if not line.endswith(b"\n"):
                        return  # what a crash has left of a line
                    yield record_of(line.rstrip(b"\n"), shown_as=str(file), number=number)
        except OSError as error:
            raise UserError(
                english("the journal {file!r} cannot be read: {error}", file=str(file), error=error)
            ) from error
        except JournalFault as fault:
            raise UserError(str(fault)) from fault

    return read
