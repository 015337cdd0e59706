"""Hunks that come while a run goes on."""

from architect.domain.events import FileChanged, FileProposed, Record, RunFinished
from architect.domain.file_traces import session_of
from architect.lsp.daemon import Daemon
from architect.lsp.documents.document_uris import document_uri
from architect.ports.workspace import Workspace


class HunkEvents:
    """A sink: what a run changes has other hunks from then on."""

    def __init__(self, daemon: Daemon, workspace: Workspace) -> None:
        self._daemon = daemon
        self._workspace = workspace

    def show(self, record: Record) -> None:
        match record.event:
            case FileChanged(path=path) | FileProposed(path=path):
                uri = document_uri(self._workspace, self._daemon.mirror, path)
                self._daemon.hunks.forget(session_of(record.run_id), [uri])
            case RunFinished():
                self._daemon.hunks.forget(session_of(record.run_id), [])
            case _:
                pass
