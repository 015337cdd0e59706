"""The event that started the job, as GitHub writes it into `GITHUB_EVENT_PATH`.

https://docs.github.com/en/webhooks/webhook-events-and-payloads
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from architect_action.errors import ActionError

Json = dict[str, Any]

BY_WRITERS = frozenset(
    {"push", "schedule", "workflow_dispatch", "repository_dispatch", "merge_group", "release"}
)
"""Events that nobody without write access starts."""

OF_PULLS = frozenset({"pull_request", "pull_request_target"})


@dataclass(frozen=True, kw_only=True)
class Pull:
    """A pull request. `is_fork`: its commits come from another repository, or from one now gone."""

    number: int
    head: str
    base: str
    base_branch: str
    is_fork: bool
    title: str = ""
    body: str = ""


@dataclass(frozen=True, kw_only=True)
class Comment:
    author: str
    is_bot: bool
    body: str


@dataclass(frozen=True, kw_only=True)
class Event:
    """`issue` is the number of the issue or pull request that it is about."""

    name: str
    action: str
    repository: str
    sender: str
    default_branch: str = ""
    pull: Pull | None = None
    issue: int | None = None
    issue_is_pull: bool = False
    title: str = ""
    body: str = ""
    comment: Comment | None = None
    before: str = ""


def read_event(environ: Mapping[str, str]) -> Event:
    """The event of the job.

    Raises:
        ActionError: there is none, or it is about code that this action does not take.
    """
    place = environ.get("GITHUB_EVENT_PATH", "")
    try:
        given = json.loads(Path(place).read_bytes())
    except (OSError, ValueError) as error:
        raise ActionError(f"GITHUB_EVENT_PATH: there is no event in {place!r}: {error}") from error
    return event_of(environ.get("GITHUB_EVENT_NAME", ""), _mapping(given), environ)


def event_of(name: str, given: Json, environ: Mapping[str, str]) -> Event:
    """The event `name` with the payload `given`."""
    repository = _mapping(given.get("repository"))
    full_name = _text(repository, "full_name") or environ.get("GITHUB_REPOSITORY", "")
    _refuse_other_code(name, given, full_name)
    issue, pull = _mapping(given.get("issue")), _mapping(given.get("pull_request"))
    about = issue or pull
    number = about.get("number")
    return Event(
        name=name,
        action=_text(given, "action"),
        repository=full_name,
        sender=_text(_mapping(given.get("sender")), "login") or environ.get("GITHUB_ACTOR", ""),
        default_branch=_text(repository, "default_branch"),
        pull=pull_of(pull, full_name) if pull else None,
        issue=number if isinstance(number, int) else None,
        issue_is_pull=bool(pull or issue.get("pull_request")),
        title=_text(about, "title"),
        body=_text(about, "body"),
        comment=_comment(_mapping(given.get("comment"))),
        before=_text(given, "before"),
    )


def pull_of(given: Json, repository: str) -> Pull:
    """A pull request as events and the API describe it.

    Raises:
        ActionError: it is none.
    """
    head, base = _mapping(given.get("head")), _mapping(given.get("base"))
    source = _text(_mapping(head.get("repo")), "full_name")
    try:
        return Pull(
            number=int(given["number"]),
            head=_commit(head["sha"]),
            base=_commit(base["sha"]),
            base_branch=_text(base, "ref"),
            is_fork=source.lower() != repository.lower(),
            title=_text(given, "title"),
            body=_text(given, "body"),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ActionError(f"the event describes no pull request: {error!r}") from error


def _commit(value: object) -> str:
    text = str(value)
    if not (len(text) in (40, 64) and all(each in "0123456789abcdef" for each in text)):
        raise ValueError(f"{text!r} is no commit")
    return text


def _comment(given: Json) -> Comment | None:
    if not given:
        return None
    user = _mapping(given.get("user"))
    login = _text(user, "login")
    is_bot = user.get("type") != "User" or login.endswith("[bot]")
    return Comment(author=login, is_bot=is_bot, body=_text(given, "body"))


def _refuse_other_code(name: str, given: Json, repository: str) -> None:
    """A `workflow_run` has secrets, and is often about the code of a fork."""
    if name != "workflow_run":
        return
    run = _mapping(given.get("workflow_run"))
    source = _text(_mapping(run.get("head_repository")), "full_name")
    if source.lower() != repository.lower():
        raise ActionError(
            "workflow_run: the workflow ran for another repository, whose code this job may have "
            "checked out; review pull requests of forks on pull_request or pull_request_target"
        )


def _mapping(value: object) -> Json:
    return cast(Json, value) if isinstance(value, dict) else {}


def _text(mapping: Json, key: str) -> str:
    value = mapping.get(key)
    return value if isinstance(value, str) else ""
