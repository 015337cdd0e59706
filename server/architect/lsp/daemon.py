"""What the daemon knows between two messages."""

import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from architect.bootstrap.warm_up import warm_up
from architect.config.llm import LlmSettings
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.lsp.actions.shown_diagnostics import ShownDiagnostics
from architect.lsp.documents.editor_workspace import EditorWorkspace
from architect.lsp.documents.mirror import Mirror
from architect.lsp.documents.uris import path_of
from architect.lsp.editor_settings import EditorSettings
from architect.lsp.hunks.hunk_desk import HunkDesk
from architect.lsp.model.delta_desk import DeltaDesk
from architect.lsp.root_desk import RootDesk, open_root
from architect.lsp.runs.patience import Patience
from architect.lsp.runs.prompts import PromptDesk
from architect.lsp.runs.run_manager import RunManager
from architect.lsp.transport.client_features import ClientFeatures
from architect.lsp.transport.faults import NOT_CONFIGURED, UNTRUSTED, RequestFault
from architect.lsp.transport.peer import Peer
from architect.lsp.trust_prompt import TrustPrompt
from architect.ports.clock import Clock


@dataclass(slots=True)
class Daemon:
    """The editor, its documents, its folders, and the runs it asked for.

    `roots` are the folders that the editor has open. `desks` may have more: where it has none, a
    document is worked on in the repository around it.
    """

    peer: Peer
    features: ClientFeatures
    settings: EditorSettings
    mirror: Mirror
    prompts: PromptDesk
    runs: RunManager
    clock: Clock
    environ: Mapping[str, str]
    shown: ShownDiagnostics
    trust: TrustPrompt
    hunks: HunkDesk
    roots: list[Path]
    patience: Patience = field(default_factory=Patience)
    deltas: DeltaDesk = field(default_factory=DeltaDesk)
    desks: dict[Path, RootDesk] = field(default_factory=dict[Path, RootDesk])
    warmed_up: set[str] = field(default_factory=set[str])

    def expect_trust(self) -> None:
        """Nothing but reviews is done in a workspace that the user does not trust.

        Raises:
            RequestFault: it is one.
        """
        if not self.features.workspace_trusted:
            raise RequestFault(
                UNTRUSTED,
                "this workspace is not trusted in the editor, so there are only reviews in it; "
                "trust it there for everything else",
            )

    def desk(self, root: Path) -> RootDesk:
        """What is kept for a workspace root.

        Raises:
            RequestFault: no run can work there.
        """
        if root not in self.desks:
            self.desks[root] = open_root(
                root,
                self.mirror,
                self.peer,
                self.shown,
                refreshes_lenses=self.features.lens_refresh,
            )
        return self.desks[root]

    def all_roots(self) -> list[Path]:
        """The open folders, and where else runs have worked."""
        return list(dict.fromkeys((*self.roots, *self.desks)))

    def all_desks(self) -> list[RootDesk]:
        """Those of all roots where runs can work."""
        found: list[RootDesk] = []
        for root in self.all_roots():
            with suppress(RequestFault):  # told when a run is started there
                found.append(self.desk(root))
        return found

    def open_folder(self, root: Path) -> None:
        """The editor has opened another folder."""
        if root not in self.roots:
            self.roots.append(root)
        with suppress(RequestFault):  # told when a run is started there
            self.desk(root)

    async def close_folder(self, root: Path) -> None:
        """The editor has closed a folder: its runs end, and its findings are shown no more."""
        if root in self.roots:
            self.roots.remove(root)
        await self.runs.end_in(root)
        if desk := self.desks.pop(root, None):
            await desk.close()

    def workspace(self, root: Path) -> EditorWorkspace:
        """The files of a root as the editor shows them, for one run.

        Raises:
            RequestFault: no run can work there.
        """
        return EditorWorkspace(
            self.desk(root).disk,
            self.mirror,
            self.peer,
            self.features,
            timeouts=self.patience.edits,
        )

    async def config(self, root: Path) -> Config:
        """The configuration of a run in `root`.

        Raises:
            RequestFault: something is wrong in one of its layers.
        """
        await self.settings.settled()
        try:
            settings = self.settings.settings_for(root, {})
        except UserError as error:
            raise RequestFault(NOT_CONFIGURED, str(error)) from error
        self.trust.consider(root, settings)
        return settings.config

    def expect_run(self, uri: str) -> None:
        """Import what the model will need, once, since a run is likely to be started there."""
        with suppress(UserError, RequestFault):
            self.warm_up(self.settings.settings_for(self.root_of((uri,)), {}).config.llm)

    def warm_up(self, llm: LlmSettings) -> None:
        """Import what a run with these settings needs, in a thread, once for each model."""
        if llm.model not in self.warmed_up:
            self.warmed_up.add(llm.model)
            threading.Thread(target=warm_up, args=(llm,), daemon=True).start()

    def root_of(self, uris: tuple[str, ...] = ()) -> Path:
        """The workspace folder that the first of `uris` is in; the first folder if there is none.

        Raises:
            RequestFault: the editor has no folder open, or none for that document.
        """
        paths = [path.resolve() for uri in uris if (path := path_of(uri)) is not None]
        if not paths and self.roots:
            return self.roots[0]
        inside = [root for path in paths[:1] for root in self.roots if path.is_relative_to(root)]
        if inside:
            return max(inside, key=lambda root: len(root.parts))
        if paths and not self.roots:
            return _root_around(paths[0])
        what = f"{str(paths[0])!r} is in none of the open folders" if paths else "no folder is open"
        raise RequestFault(NOT_CONFIGURED, f"{what}; open the folder of the project in the editor")


def _root_around(path: Path) -> Path:
    """The repository around a file that was opened without a folder, or the folder it is in."""
    parents = path.parents
    return next((folder for folder in parents if (folder / ".git").exists()), parents[0])
