"""What a review is to look at, fetched from the repository or from files."""

from collections.abc import Mapping, Sequence

from architect.bootstrap.workspaces import version_control
from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    NotTextError,
    PathRefusedError,
    PortFault,
    UserError,
    VcsFault,
)
from architect.domain.git_range import GitRange
from architect.domain.paths import Access, WorkspacePath
from architect.domain.review_scope import FileCoverage, ReviewScope
from architect.domain.text.undecodable_bytes import shown
from architect.execution.file_uses import names_of
from architect.l10n import english
from architect.policy.diff_without_secrets import diff_without_secrets
from architect.policy.file_rules import FileRules
from architect.ports.workspace import Workspace
from architect.services.review_scope import ReviewWishes, changes_scope, files_scope

MOST_FILES = 500
"""Of a review of whole files; of more, nobody would read what comes of it."""


async def changes_to_review(
    workspace: Workspace,
    changes: GitRange,
    secrets: FileRules,
    wishes: ReviewWishes,
    *,
    paths: Sequence[str] = (),
    skipped: Mapping[str, str] | None = None,
) -> ReviewScope:
    """The review of `changes`, below `paths` if there are any; it may have no parts.

    `skipped` are files that are not looked at, each with the reason.

    Raises:
        VcsFault: no repository, or no such revision.
        UserError: one of `paths` is outside of the workspace.
    """
    names = [_located(workspace, path).relative or "." for path in paths]
    diff = await version_control(workspace).diff(changes, names)
    readable = diff_without_secrets(diff, secrets)
    return changes_scope(readable, changes, wishes, named=names, skipped=skipped)


async def files_to_review(
    workspace: Workspace, secrets: FileRules, wishes: ReviewWishes, paths: Sequence[str]
) -> ReviewScope:
    """The review of the files, and of those in the folders, at `paths`.

    Raises:
        UserError: nothing is there, or too much.
    """
    found: dict[str, WorkspacePath] = {}
    for path in paths:
        for place in await _files_at(workspace, path):
            found[place.relative] = place
    texts: dict[str, str] = {}
    left_out: list[FileCoverage] = []
    for relative, place in found.items():
        if secrets.match(names_of(place, workspace.root)) is not None:
            left_out.append(FileCoverage(relative, (), english("it may hold secrets")))
            continue
        try:
            texts[relative] = shown((await workspace.read(place)).document.text)
        except NotTextError:
            left_out.append(FileCoverage(relative, (), english("it is no text")))
        except PortFault as fault:
            left_out.append(FileCoverage(relative, (), str(fault)))
    return files_scope(texts, wishes, left_out=left_out)


async def _files_at(workspace: Workspace, path: str) -> Sequence[WorkspacePath]:
    place = _located(workspace, path)
    try:
        await workspace.read_lines(place, first=1, count=1)
    except FileMissingError as error:
        raise UserError(english("there is nothing at {path!r} to review", path=path)) from error
    except NotAFileError:
        pass
    except PortFault:
        return (place,)
    else:
        return (place,)
    try:
        listing = await workspace.list(place, recursive=True, limit=MOST_FILES * 4)
    except PortFault as fault:
        raise UserError(
            english("{path!r} cannot be reviewed: {fault}", path=path, fault=fault)
        ) from fault
    files = [entry for entry in listing.entries if not entry.is_folder]
    if listing.truncated or len(files) > MOST_FILES:
        raise UserError(
            english(
                "{path!r} has more than {most_files} files: name a part of it, review changes "
                "with --base REF, or review the project as a whole with --project",
                path=path,
                most_files=MOST_FILES,
            )
        )
    return [_located(workspace, entry.relative) for entry in files]


def _located(workspace: Workspace, path: str) -> WorkspacePath:
    try:
        return workspace.locate(path, Access.READ)
    except PathRefusedError as refusal:
        raise UserError(
            english("{path!r} cannot be reviewed: {refusal}", path=path, refusal=refusal)
        ) from refusal


def nothing_since(changes: GitRange) -> str:
    """What is said where there is nothing to look at."""
    return (
        english("nothing has changed since {base!r}", base=str(changes))
        if str(changes) != "staged"
        else english("nothing is staged")
    )


async def fork_point(workspace: Workspace, refs: Sequence[str]) -> str:
    """Where HEAD parted from the first of `refs` that there is.

    Raises:
        UserError: there is none of them.
    """
    faults: list[VcsFault] = []
    for ref in refs:
        try:
            return await version_control(workspace).fork_point(ref)
        except VcsFault as fault:
            faults.append(fault)
    raise UserError(str(faults[0])) from faults[0]
