"""The code that a job works on: what is checked out, or the head of a pull request beside it."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from architect_action.console import Console
from architect_action.errors import GitError, Skipped
from architect_action.event import Pull
from architect_action.repository import Repository


def bring(repository: Repository, pull: Pull) -> None:
    """Have both ends of the pull request here, and where they parted.

    Raises:
        GitError: they cannot be had.
        Skipped: the pull request has other commits by now.
    """
    if not _is_here(repository, pull):
        repository.fetch(f"refs/pull/{pull.number}/head", f"refs/heads/{pull.base_branch}")
    if not repository.has(pull.head):
        raise Skipped(f"pull request {pull.number} no longer has the commit {pull.head[:12]}")
    if not _is_here(repository, pull):
        raise GitError(
            f"git finds no commit that {pull.base[:12]} and {pull.head[:12]} have in common; "
            "check out with `fetch-depth: 0`"
        )


def _is_here(repository: Repository, pull: Pull) -> bool:
    commits = (pull.head, pull.base)
    return all(map(repository.has, commits)) and repository.succeeds("merge-base", *commits)


@contextmanager
def tree_for(
    repository: Repository, pull: Pull | None, *, mode: str, place: Path, console: Console
) -> Generator[Repository]:
    """The working tree for the job.

    Who reviews a pull request does not need what the job has installed; who changes code may, and
    works in the checkout if that is the head of the pull request.
    """
    if pull is None or (mode != "review" and repository.head() == pull.head):
        yield repository
    else:
        if mode != "review":
            console.notice(
                f"the checkout is not {pull.head[:12]}, the head of the pull request, so the agent "
                "works beside it, without what this job has installed there"
            )
        with repository.worktree(pull.head, place) as tree:
            yield tree
