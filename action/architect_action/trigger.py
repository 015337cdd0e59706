"""What a comment asks for, and whether whoever is behind an event may ask."""

import re
from dataclasses import dataclass

from architect_action.api import GitHub
from architect_action.errors import ApiError, Skipped
from architect_action.event import BY_WRITERS, OF_PULLS, Event
from architect_action.inputs import Inputs

_COMMENTED = frozenset({"issue_comment", "pull_request_review_comment"})
_IDS = re.compile(r"[0-9a-f]{12}")


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What is asked for; `words` are those of somebody who may write, `ids` findings to fix.

    `quoted` are lines of the comment that somebody else has written.
    """

    mode: str
    words: str = ""
    ids: tuple[str, ...] = ()
    quoted: str = ""


def wish_of(event: Event, inputs: Inputs) -> Wish:
    """What the workflow, or a comment, asks for.

    Raises:
        Skipped: the comment asks for nothing.
    """
    if event.name not in _COMMENTED:
        if inputs.mode == "comment":
            raise Skipped(f"mode comment does nothing on {event.name}")
        return Wish(mode=inputs.mode)
    comment = event.comment
    if event.action != "created" or comment is None:
        raise Skipped("only new comments count")
    if comment.is_bot or comment.author.lower() != event.sender.lower():
        raise Skipped("only comments of people count, by those who wrote them")
    # GitHub ends lines by LF and CR LF; what else may end one would begin a line of a quotation
    # that is not quoted any more.
    lines = comment.body.split("\n")
    own = [line.rstrip("\r") for line in lines if not line.lstrip().startswith(">")]
    said = "\n".join(own).strip()
    first, _, rest = said.partition("\n")
    trigger, *words = first.split(None, 1) or [""]
    if trigger != inputs.trigger:
        raise Skipped(f"the comment does not begin with {inputs.trigger}")
    quoted = "\n".join(line for line in lines if line.lstrip().startswith(">"))
    text = f"{words[0] if words else ''}\n{rest}".strip()
    return _read(text, inputs.mode, quoted)


def _read(text: str, mode: str, quoted: str) -> Wish:
    if mode == "comment":
        word, *rest = text.split(None, 1) or [""]
        mode = word if word in ("review", "fix", "task") else "task"
        text = (rest[0] if rest else "") if word == mode else text
    ids = tuple(dict.fromkeys(_IDS.findall(text))) if mode == "fix" else ()
    return Wish(mode=mode, words=text if mode == "task" else "", ids=ids, quoted=quoted)


def require_writer(event: Event, github: GitHub) -> None:
    """Make sure that whoever is behind the event may write to the repository.

    Pull requests come from anybody: what is done about them is decided by where their code is.

    Raises:
        Skipped: they may not.
    """
    if event.name in BY_WRITERS or event.name in OF_PULLS:
        return
    if not may_write(github, event.repository, event.sender):
        raise Skipped(f"{event.sender!r} has no write access to {event.repository}")


def may_write(github: GitHub, repository: str, login: str) -> bool:
    """Whether the API says that `login` may write; what an event says of an author is no proof.

    https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
    """
    if not login or not re.fullmatch(r"[A-Za-z0-9_.\[\]-]+", login):
        return False
    try:
        found = github.get(f"/repos/{repository}/collaborators/{login}/permission")
    except ApiError as error:
        if error.status == 404:
            return False
        raise
    return bool(found) and found.get("permission") in ("admin", "write")
