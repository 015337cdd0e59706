"""The one comment that a pull request or an issue has of us."""

from typing import Any

from architect_action.api import GitHub
from architect_action.errors import ApiError

MARKER = "<!-- architect-report -->"
MOST_CHARS = 65_000
"""GitHub takes 65,536."""

ACTIONS_LOGIN = "github-actions[bot]"


def own_login(github: GitHub) -> str:
    """Who the token writes as; that of a job writes as `ACTIONS_LOGIN`.

    REST has no answer for the tokens of apps, GraphQL has:
    https://docs.github.com/en/graphql/reference/queries#viewer
    """
    try:
        answer: Any = github.query("query { viewer { login } }")
        return str(answer["data"]["viewer"]["login"])
    except (ApiError, KeyError, TypeError):
        return ACTIONS_LOGIN


def is_by(comment: dict[str, Any], login: str) -> bool:
    """Whether `login` wrote a comment; an author who is gone is null."""
    return str((comment.get("user") or {"login": ""})["login"]).lower() == login.lower()


def put_comment(github: GitHub, repository: str, number: int, text: str) -> str:
    """Write the comment, or bring the one there is up to date; its address.

    It is ours by its marker and its author: anybody can write a marker.

    Raises:
        ApiError: it cannot be written.
    """
    body = text if text.startswith(MARKER) else f"{MARKER}\n\n{text}"
    body = body[:MOST_CHARS]
    login = own_login(github)
    there = _found(github, repository, number, login)
    if there is None:
        try:
            made = github.post(f"/repos/{repository}/issues/{number}/comments", {"body": body})
            return str(made["html_url"])
        except ApiError as error:
            # It may be there all the same; a second attempt must not double it.
            if 0 < error.status < 500:
                raise
            there = _found(github, repository, number, login)
            if there is None:
                made = github.post(f"/repos/{repository}/issues/{number}/comments", {"body": body})
                return str(made["html_url"])
    changed = github.patch(f"/repos/{repository}/issues/comments/{there}", {"body": body})
    return str(changed["html_url"])


def _found(github: GitHub, repository: str, number: int, login: str) -> int | None:
    for each in github.all(f"/repos/{repository}/issues/{number}/comments"):
        if is_by(each, login) and str(each.get("body", "")).startswith(MARKER):
            return int(each["id"])
    return None
