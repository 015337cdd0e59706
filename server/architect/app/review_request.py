"""The run that reviews what a user wants looked at."""

from collections.abc import Mapping
from pathlib import Path

from architect.app.review_material import (
    changes_to_review,
    files_to_review,
    fork_point,
    nothing_since,
)
from architect.config.schema import Config
from architect.domain.errors import UserError, VcsFault
from architect.domain.git_range import STAGED, Between, GitRange, Since, Staged
from architect.domain.run_request import RunRequest
from architect.frozen import frozen
from architect.l10n import at, english, joined
from architect.policy.file_rules import sensitive_files
from architect.ports.workspace import Workspace
from architect.services.review_scope import ReviewWishes, project_task, review_of
from architect.services.task_names import run_name

PROJECT_INSTRUCTIONS = "REVIEW.md"
"""Of a project, in its root: what a review shall look for, and what it shall leave."""

_MOST_INSTRUCTIONS = 20_000


class NothingToReviewError(UserError):
    """There is nothing to look at; the text says why."""


@frozen(kw_only=True)
class ReviewHints:
    """What a front end says can be asked for instead: `without_git`, and where nothing changed."""

    without_git: str
    nothing_changed: str


@frozen(kw_only=True)
class ReviewTarget:
    """What is looked at: the project, or changes, or else the files at `paths`.

    Changes are those since HEAD left `base`, or the first of `refs` that there is; or those that
    are `staged`; or, without `paths`, those since the last commit. Of them `paths` are where they
    count, and with `committed` those that are not committed do not.
    """

    paths: tuple[str, ...] = ()
    base: str | None = None
    refs: tuple[str, ...] = ()
    staged: bool = False
    committed: bool = False
    project: bool = False


async def review_request(
    target: ReviewTarget,
    workspace: Workspace,
    config: Config,
    wishes: ReviewWishes,
    *,
    hints: ReviewHints,
    skipped: Mapping[str, str] | None = None,
) -> RunRequest:
    """The run that reviews `target`; `skipped` are files that are not looked at, and why.

    Raises:
        NothingToReviewError: there is nothing of that.
        UserError: something of that cannot be reviewed.
    """
    if target.project:
        return RunRequest(project_task(wishes), "review", title=run_name("review_workspace"))
    secrets = sensitive_files(config.guardrails.sensitive_files)
    if target.paths and not (target.base or target.refs or target.staged):
        scope = await files_to_review(workspace, secrets, wishes, target.paths)
        title = english("Review {about}", about=", ".join(target.paths))
        nothing = english("there is no text to review")
    else:
        changes, base = await _changes(target, workspace)
        try:
            scope = await changes_to_review(
                workspace, changes, secrets, wishes, paths=target.paths, skipped=skipped
            )
        except VcsFault as fault:
            raise UserError(joined("; ", (str(fault), hints.without_git))) from fault
        title, nothing = _title(changes, base), _nothing(changes, base, hints)
    if not scope.parts:
        left = joined("; ", (at(each.path, each.reason) for each in scope.left_out))
        raise NothingToReviewError(joined("", (nothing, *((" (", left, ")") if left else ()))))
    return review_of(scope, title=title)


def project_instructions(root: Path) -> str:
    """What the project at `root` wants of a review; empty if it does not say."""
    place = root / PROJECT_INSTRUCTIONS
    try:
        if place.is_symlink() or not place.is_file():
            return ""
        return instructions_in(place)
    except OSError:
        return ""


def instructions_in(file: Path) -> str:
    """What the file wants of a review.

    Raises:
        OSError: it cannot be read.
    """
    with file.open("rb") as opened:
        return opened.read(_MOST_INSTRUCTIONS).decode("utf-8", "replace")


async def _changes(target: ReviewTarget, workspace: Workspace) -> tuple[GitRange, str]:
    """What to look at, and what it is compared with in the words of the user."""
    if target.staged:
        return Staged(), STAGED
    refs = (target.base,) if target.base is not None else target.refs
    if not refs:
        return Since(untracked=True), "HEAD"
    start = await fork_point(workspace, refs)
    base = start[:12] if target.base is None else target.base
    return Between(start, "HEAD") if target.committed else Since(start, untracked=True), base


def _title(changes: GitRange, base: str) -> str:
    match changes:
        case Staged():
            return english("Review Staged Changes")
        case Since("HEAD"):
            return english("Review Uncommitted Changes")
        case _:
            return english("Review Changes Since {about}", about=base)


def _nothing(changes: GitRange, base: str, hints: ReviewHints) -> str:
    match changes:
        case Since("HEAD"):
            return f"{nothing_since(changes)}; {hints.nothing_changed}"
        case Staged():
            return nothing_since(changes)
        case _:
            return english("nothing has changed since {base!r}", base=base)
