"""What becomes of commands that go on while the run does something else.

Those of a run below this one are told here too, with its id as `child_id` and the call that opened
it as `call_id`.
"""

from typing import Literal

from architect.domain.background import EndedBy
from architect.domain.ids import CallId, RunId
from architect.frozen import frozen


@frozen(kw_only=True)
class BackgroundStarted:
    """The `command` of a call goes on under `handle` when the call is over."""

    type: Literal["background.started"] = "background.started"
    call_id: CallId
    handle: str
    command: str
    child_id: RunId | None = None


@frozen(kw_only=True)
class BackgroundEnded:
    """That command ended; `exit_code` is None if it was stopped or took too long."""

    type: Literal["background.ended"] = "background.ended"
    call_id: CallId
    handle: str
    command: str
    by: EndedBy
    exit_code: int | None
    child_id: RunId | None = None


@frozen(kw_only=True)
class BackgroundKept:
    """The user keeps the command beyond the run; what it does then is not on record."""

    type: Literal["background.kept"] = "background.kept"
    call_id: CallId
    handle: str
    command: str
    child_id: RunId | None = None


@frozen(kw_only=True)
class BackgroundTold:
    """A command ended without the model's looking; `text` is what it reads behind its last step."""

    type: Literal["background.told"] = "background.told"
    handle: str
    text: str
