"""Why a run cannot be started, found or decided about; front ends answer these their own way."""

from collections.abc import Sequence

from architect.domain.errors import ArchitectError, UserError, helped
from architect.l10n import english


class BusyError(UserError):
    """Something else is under way; the same request may succeed later."""


class UnknownRunError(UserError):
    """No run has that id, in memory or in the journals of the open folders."""

    def __init__(self, run_id: str) -> None:
        super().__init__(english("there is no run {run_id!r}", run_id=run_id))


class NotARunError(UserError):
    """What has that id is a session; `runs` are those in it."""

    def __init__(self, session_id: str, runs: Sequence[str]) -> None:
        named = ", ".join(runs) or english("none that an agent worked in")
        super().__init__(
            english(
                "{session_id!r} is a session, not a run; name one of its runs: {named}",
                session_id=session_id,
                named=named,
            )
        )


class UnknownFindingError(UserError):
    """No open folder has a finding of that id."""

    def __init__(self, finding_id: str) -> None:
        super().__init__(english("there is no finding {finding_id!r}", finding_id=finding_id))


class BadChoiceError(UserError):
    """The run has no such hunk, or changed no such file."""


class UnreadableRecordError(UserError):
    """The record of a session is damaged, or its files are others by now."""


class CannotStartError(UserError):
    """A run was accepted and could not be started; it is done."""


def cannot_start(error: ArchitectError) -> CannotStartError:
    """That a run cannot start because of `error`, with what helps."""
    start = CannotStartError(str(error))
    return helped(start, error.remedy, setting=error.setting, brief=error.brief)


def session_is_busy(session_id: str) -> BusyError:
    return BusyError(
        english(
            "a run of the session {session_id!r} is still active; wait until it ends, or cancel it",
            session_id=session_id,
        )
    )
