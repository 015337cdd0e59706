"""Events as GitHub hands them to a job: the files in `tests/action/events`, with ids of ours.

They follow the examples on https://docs.github.com/en/webhooks/webhook-events-and-payloads and
those of github.com/octokit/webhooks.
"""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

EVENTS = Path(__file__).parents[1] / "action/events"
REPOSITORY = "octo/demo"

Json = dict[str, Any]


@cache
def _read(name: str) -> str:
    return (EVENTS / f"{name}.json").read_text(encoding="utf-8")


def event(name: str) -> Json:
    return json.loads(_read(name))


def pull_request(head: str, base: str, *, fork: bool = False, **changes: Any) -> Json:
    """`pull_request` and `pull_request_target`, which have the same payload."""
    payload = event("pull_request")
    pull = payload["pull_request"]
    pull["head"]["sha"], pull["base"]["sha"] = head, base
    if fork:
        stranger = {"login": "stranger", "id": 99, "type": "User"}
        repo = pull["head"]["repo"]
        repo |= {"id": 77, "full_name": "stranger/demo", "fork": True, "owner": stranger}
        pull["head"] |= {"user": stranger, "label": "stranger:work"}
        pull |= {"user": stranger, "author_association": "FIRST_TIME_CONTRIBUTOR"}
        payload["sender"] = stranger
    pull |= changes
    return payload


def issue_comment(body: str, *, by: str = "writer", on_pull: bool = True, **changes: Any) -> Json:
    payload = event("issue_comment")
    payload["comment"] |= {"body": body, **changes}
    payload["comment"]["user"]["login"] = payload["sender"]["login"] = by
    if not on_pull:
        del payload["issue"]["pull_request"]
    return payload


def described_by_the_api(payload: Json, **changes: Any) -> Json:
    """What `GET /pulls/N` says of the pull request of an event."""
    return deepcopy(payload["pull_request"]) | changes
