"""The tree that a recorded run began with, in a folder that is thrown away."""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

from architect.app.recording import Recording
from architect.bootstrap.checkpoints import open_checkpoints, remove_empty_folders, write_raw
from architect.bootstrap.memory import project_memory
from architect.bootstrap.replay import (
    copy_ignored,
    copy_own_folder,
    copy_tree,
    forget_home,
    restore_contents,
)
from architect.bootstrap.sessions import session_originals
from architect.config.schema import Config
from architect.domain.errors import UserError, VcsFault
from architect.domain.memory import notes_of, without_note
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.checkpoints import Checkpoints
from architect.services.replay.recorded_run import RecordedRun


@frozen
class Tree:
    """A copy of what a run began with: its folder, in words where that is from, and what it lacks.

    `checkpoint` is the commit it is of, if it is of one.
    """

    folder: Path
    source: str
    missing: tuple[str, ...] = ()
    checkpoint: str = ""


@contextlib.asynccontextmanager
async def tree_of(
    recording: Recording,
    config: Config,
    given: Path | None = None,
    *,
    copy: Callable[[Path, Path], None] = copy_tree,
    ignored: bool = True,
) -> AsyncGenerator[Tree]:
    """A copy of the tree that the first run of `recording` began with; it goes with the context.

    That is `given`, by `copy`, or its checkpoint, or else the workspace of now with the kept
    contents. Beside a checkpoint is what git ignores now, unless that is not wanted.

    Raises:
        UserError: nobody knows it, or it cannot be copied.
    """
    with tempfile.TemporaryDirectory(prefix="architect-replay-") as name:
        folder = _real(Path(name)) / (recording.runs[0].folder.name.strip(".") or "workspace")
        if given is None:
            tree = await _own_tree(recording, config, folder, ignored=ignored)
        else:
            await asyncio.to_thread(copy, given, folder)
            tree = Tree(folder, str(given))
        await _forget_notes(recording, tree.folder)
        try:
            yield tree
        finally:
            await asyncio.to_thread(forget_home, tree.folder, os.environ)


def _real(folder: Path) -> Path:
    """As commands call it that ask where they are."""
    return folder.resolve()


async def _own_tree(recording: Recording, config: Config, folder: Path, *, ignored: bool) -> Tree:
    root, run = recording.root, recording.runs[0]
    if root is None:
        raise UserError(
            english(
                "nobody knows the tree that {shown_as!r} began with; name it with --workspace DIR",
                shown_as=recording.shown_as,
            )
        )
    made = run.facts.first_checkpoint
    store = open_checkpoints(root, config.checkpoints)
    if made and store is not None:
        with contextlib.suppress(VcsFault):
            place = await store.export(made, folder)
            await asyncio.to_thread(copy_own_folder, root, place)
            left_out = await asyncio.to_thread(copy_ignored, root, place) if ignored else ()
            source = f"the checkpoint {made[:10]}"
            return Tree(place, source, missing=tuple(left_out), checkpoint=made)
    await asyncio.to_thread(copy_tree, root, folder)
    originals = session_originals(root, recording.session_id)
    await asyncio.to_thread(restore_contents, folder, recording.session.before, originals)
    return Tree(folder, "the workspace, with the files it changed as they were")


async def _forget_notes(recording: Recording, folder: Path) -> None:
    """Take out of the memory what was kept in the session itself."""
    added = recording.session.notes

    def without(text: str) -> str:
        for note in notes_of(text):
            if note.text in added:
                text = without_note(text, note)
        return text

    if added:
        await project_memory(folder).change(without)


async def bring_up_to(run: RecordedRun, config: Config, root: Path, folder: Path, last: str) -> str:
    """Bring what the user did between two runs into `folder`; gives the checkpoint it is at."""
    store = open_checkpoints(root, config.checkpoints)
    made = run.facts.checkpoints
    if not made or store is None:
        return last
    began = run.facts.first_checkpoint
    if began:
        with contextlib.suppress(VcsFault):
            await _write_differences(store, last, began, folder)
    return made[-1].commit


async def _write_differences(store: Checkpoints, old: str, new: str, folder: Path) -> None:
    found = await store.differences(old, new)
    contents = await store.contents([each.new.blob for each in found if each.new is not None])
    for each in found:
        content = None if each.new is None else contents.get(each.new.blob)
        write_raw(folder, each.path, each.new, content)
    remove_empty_folders(folder, [each.path for each in found if each.new is None])
