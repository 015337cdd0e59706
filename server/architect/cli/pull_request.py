"""The branch that a pull request is to be merged into, as CI systems tell it."""

from collections.abc import Mapping

from architect.domain.errors import UserError
from architect.l10n import english

_COMMITS = ("CI_MERGE_REQUEST_DIFF_BASE_SHA",)
_BRANCHES = ("GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "CHANGE_TARGET")
"""Of GitHub Actions, GitLab CI/CD and Jenkins (multibranch pipelines):
https://docs.github.com/en/actions/reference/workflows-and-actions/variables,
https://docs.gitlab.com/ci/variables/predefined_variables/ and
https://www.jenkins.io/doc/book/pipeline/multibranch/."""


def base_revisions(environ: Mapping[str, str]) -> tuple[str, ...]:
    """What may name the base of the pull request here, the surest first.

    Raises:
        UserError: this is no job of a pull request.
    """
    found = [value for name in _COMMITS if (value := environ.get(name))]
    for name in _BRANCHES:
        if branch := environ.get(name):
            found += [f"refs/remotes/origin/{branch}", f"refs/heads/{branch}"]
    if not found:
        names = ", ".join((*_COMMITS, *_BRANCHES))
        raise UserError(
            english(
                "--pr: this is no job of a pull request ({names} are not set); name the base "
                "yourself: --base REF",
                names=names,
            )
        )
    return tuple(found)
