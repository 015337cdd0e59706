"""What playing a run again works with."""

import shutil
from collections.abc import Mapping, Sequence
from glob import escape
from pathlib import Path

from architect.adapters.git_copy import bundle_repository, unbundle_repository
from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply
from architect.adapters.records.journal_reader import records_of
from architect.adapters.replay_tree import (
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
from architect.domain.ids import RunId
from architect.domain.journal.events import Record
from architect.domain.messages import UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.run_request import RunRequest
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.ports.model import Model, ProgressListener
from architect.services.replay.recorded_run import RecordedRun

__all__ = [
    "ReplayParts",
    "bundle_repository",
    "copy_ignored",
    "copy_own_folder",
    "copy_tree",
    "forget_home",
    "make_repository",
    "read_journal",
    "restore_contents",
    "unbundle_repository",
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
        return _model_of(self._run)

    def child_model(self) -> Model:
        return self._children

    def ledger(self) -> Sequence[EventSink]:
        return ()


class _Children:
    """Answers each run below the one that is played again with the replies of its own task."""

    name = "recorded/children"

    def __init__(self, runs: Sequence[RecordedRun]) -> None:
        self._left = list(runs)
        self._opened: dict[str, ScriptedModel] = {}

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        task = next(each.text for each in request.messages if isinstance(each, UserMessage))
        if (model := self._opened.get(task)) is None:
            run = next((each for each in self._left if each.started.task in task), None)
            model = ScriptedModel(()) if run is None else _model_of(run)
            if run is not None:
                self._left.remove(run)
            self._opened[task] = model
        return await model.complete(request, on_progress)

    async def aclose(self) -> None:
        """There is nothing to close."""


def forget_home(root: Path, environ: Mapping[str, str]) -> None:
    """Remove what the sandbox has kept as the home folder of commands of the workspace `root`."""
    home = private_home_of(root, home_of(environ), environ)
    if home is not None:
        shutil.rmtree(home, ignore_errors=True)


def _model_of(run: RecordedRun) -> ScriptedModel:
    replies = (
        ScriptedReply(
            text=each.text,
            calls=tuple(ScriptedCall(call.name, call.arguments, call.id) for call in each.calls),
            finish=each.finish,
            usage=each.usage,
            reasoning=each.reasoning,
        )
        for each in run.replies
    )
    return ScriptedModel(replies, name=run.started.model)


def read_journal(file: Path) -> tuple[tuple[Record, ...], Mapping[RunId, Sequence[Record]]]:
    """The records of a journal, and those of the runs below its runs, which lie beside it.

    Raises:
        UserError: it cannot be read, or is none.
    """
    below = sorted(file.parent.glob(f"{escape(file.stem)}.*{file.suffix}"))
    children = {RunId(each.stem): _records(each) for each in below}
    return _records(file), children


def _records(file: Path) -> tuple[Record, ...]:
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise UserError(f"the journal {str(file)!r} cannot be read: {error.strerror}") from error
    try:
        # What a crash has left of a line has no line feed.
        return tuple(records_of(lines[:-1], shown_as=str(file)))
    except JournalFault as fault:
        raise UserError(str(fault)) from fault
