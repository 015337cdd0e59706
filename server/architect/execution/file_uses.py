"""Which files a call would use, as far as guardrails have to know.

Paths are resolved here, links followed: what the model wrote is not what is compared.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from architect.domain.effect import Effect
from architect.domain.errors import GuardrailRefusedError, PathRefusedError, PortFault
from architect.domain.files.globs import glob_matcher
from architect.domain.paths import Access, Entry, WorkspacePath
from architect.execution.validate import ValidCall
from architect.policy.guardrails import FileUse
from architect.policy.shell.files.named_file import NamedFile
from architect.ports.guardrails import Guardrails
from architect.ports.workspace import Workspace

_AT_ONCE = 100
_MOST_ENTRIES = 100_000
_MOST_FOLDERS = 4_096
"""That a glob leads through; looking into so many takes about a second."""

_MOST_INSIDE = 20_000
_GLOB = frozenset("*?[")


def names_of(path: WorkspacePath, root: Path) -> tuple[str, ...]:
    """The paths of a file below `root`: as it was asked for, and where links lead."""
    if not path.real.is_relative_to(root):
        return (path.relative, path.real.as_posix())
    real = path.real.relative_to(root).as_posix()
    return (path.relative,) if real == path.relative else (path.relative, real)


def real_name(path: WorkspacePath, root: Path) -> str:
    """Where links lead in the path of a file, below `root`; empty if there are none in it."""
    name = names_of(path, root)[-1]
    return "" if name == path.relative else name


async def file_uses(
    call: ValidCall, workspace: Workspace, guardrails: Guardrails
) -> tuple[FileUse, ...]:
    """The files that `call` would use: its own path, and those its command line names.

    What the path gate refuses is left out: the tool will hear that from the gate itself.

    Raises:
        GuardrailRefusedError: a rule of the gate forbids to change what is there.
    """
    traits = call.traits
    if traits.path is not None and not call.tool.names_only:
        access = Access.READ if call.tool.effect is Effect.READ else Access.WRITE
        try:
            path = workspace.locate(traits.path, access)
        except PathRefusedError as refusal:
            if refusal.rule:
                raise GuardrailRefusedError(refusal.rule, str(refusal)) from refusal
            return ()
        # What is not on the disk may be in a document of the editor.
        harmless = (access is Access.WRITE or path.real.exists()) and guardrails.holds_no_secret(
            path
        )
        return (FileUse(path.relative, names_of(path, workspace.root), access, harmless),)
    return await files_used(traits.named_files, workspace, guardrails)


async def files_used(
    named: Sequence[NamedFile], workspace: Workspace, guardrails: Guardrails
) -> tuple[FileUse, ...]:
    """Those files that `named` of a command line stand for and guardrails care about."""
    uses: list[FileUse] = []
    for number, file in enumerate(named):
        await _breathe(number)
        uses += await _uses_of(file, workspace, guardrails)
    return tuple(uses)


async def _breathe(number: int) -> None:
    """Let others run after each few files: every one takes up to a fifth of a millisecond."""
    if number % _AT_ONCE == _AT_ONCE - 1:
        await asyncio.sleep(0)


async def _uses_of(file: NamedFile, workspace: Workspace, guardrails: Guardrails) -> list[FileUse]:
    """The files that `file` of a command line stands for, those that guardrails care about."""
    access = Access.WRITE if file.writes else Access.READ
    try:
        paths = await _located(file.text, workspace)
    except PathRefusedError:
        return [_outside(file.text)] if file.text.startswith("/") else []
    uses: list[FileUse] = []
    for number, path in enumerate(paths):
        await _breathe(number)
        harmless = guardrails.holds_no_secret(path)
        use = FileUse(path.relative, names_of(path, workspace.root), access, harmless)
        hidden = guardrails.hides(path)
        if hidden and not file.is_sure and not await _is_there(path, workspace):
            continue
        if hidden or (
            file.writes and (guardrails.protects(path) or guardrails.is_executable_config(path))
        ):
            uses.append(use)
        elif not path.real.is_relative_to(workspace.root):
            uses.append(FileUse(path.real.as_posix(), use.paths, Access.READ, harmless))
        elif file.writes and guardrails.protects_any:
            uses += await _protected_inside(path, workspace, guardrails)
    return uses


async def _located(text: str, workspace: Workspace) -> list[WorkspacePath]:
    """The places that `text`, perhaps a glob, stands for.

    Raises:
        PathRefusedError: it leads out of the workspace.
    """
    if _GLOB.isdisjoint(text):
        return [workspace.locate(text, Access.READ)]
    parts = PurePosixPath(text).parts
    first = next(index for index, part in enumerate(parts) if not _GLOB.isdisjoint(part))
    found = [workspace.locate(str(PurePosixPath(*parts[:first])), Access.READ)]
    for part in parts[first:]:
        places = [await _matching(folder, part, workspace) for folder in found[:_MOST_FOLDERS]]
        found = [place for below in places for place in below]
    return found


async def _matching(folder: WorkspacePath, part: str, workspace: Workspace) -> list[WorkspacePath]:
    """What is in `folder` by names that `part` means, a name or a glob as bash has it."""
    if part == "..":
        return [workspace.locate(str(folder.real.parent), Access.READ)]
    is_there = _GLOB.isdisjoint(part) and _lies_in(folder, part)
    names = [part] if is_there else await _names_in(folder, part, workspace)
    places: list[WorkspacePath] = []
    for number, name in enumerate(names):
        await _breathe(number)
        relative = name if folder.relative == "." else f"{folder.relative}/{name}"
        place = WorkspacePath(relative, folder.real / name)
        # Resolving each of a thousand files would take a tenth of a second.
        if place.real.is_symlink():
            try:
                place = workspace.locate(str(place.real), Access.READ)
            except PathRefusedError:
                place = WorkspacePath(relative, _real(place.real))
        places.append(place)
    return places


async def _names_in(folder: WorkspacePath, part: str, workspace: Workspace) -> list[str]:
    """The names in `folder` that a glob means; those with a dot in front if it has one, too."""
    matches = glob_matcher(part)
    names = [*map(_name, await _entries(str(folder.real), workspace, recursive=False))]
    if _lies_in(folder, ".git"):
        names.append(".git")  # which no listing shows
    return [
        name
        for name in names
        if name == part or (matches(name) and (name[0] != "." or part[0] == "."))
    ]


def _lies_in(folder: WorkspacePath, name: str) -> bool:
    return os.path.lexists(folder.real / name)


def _outside(text: str) -> FileUse:
    """A file that is not of the workspace: no rule about changes holds there."""
    return FileUse(text, (text, _real(text).as_posix()), Access.READ)


def _real(path: str | Path) -> Path:
    """Where `path` leads; itself where we may not look, as in the folders of processes in /proc."""
    try:
        return Path(os.path.realpath(path))
    except OSError:
        return Path(os.path.normpath(path))


async def _is_there(path: WorkspacePath, workspace: Workspace) -> bool:
    if not path.real.is_relative_to(workspace.root):
        return True
    parent = str(PurePosixPath(path.real).parent)
    return path.real.name in map(_name, await _entries(parent, workspace, recursive=False))


async def _protected_inside(
    path: WorkspacePath, workspace: Workspace, guardrails: Guardrails
) -> list[FileUse]:
    """The first protected file below `path`, if that is a folder: it would go with it."""
    for number, entry in enumerate(await _entries(str(path.real), workspace, recursive=True)):
        await _breathe(number)
        try:
            inside = workspace.locate(f"./{entry.relative}", Access.READ)
        except PathRefusedError:
            continue
        if guardrails.protects(inside):
            return [FileUse(inside.relative, names_of(inside, workspace.root), Access.WRITE)]
    return []


async def _entries(folder: str, workspace: Workspace, *, recursive: bool) -> tuple[Entry, ...]:
    """What is in a folder; nothing if it cannot be listed, since then there is nothing to use."""
    limit = _MOST_INSIDE if recursive else _MOST_ENTRIES
    try:
        place = workspace.locate(folder, Access.READ)
        return (await workspace.list(place, recursive=recursive, limit=limit)).entries
    except (PortFault, PathRefusedError):
        return ()


def _name(entry: Entry) -> str:
    return entry.relative.rpartition("/")[2]
