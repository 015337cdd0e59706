"""Errors in the words of a front end."""

import re
from collections.abc import Mapping
from dataclasses import field, replace

from architect.domain.errors import ArchitectError, AuthenticationFailedError, UserError
from architect.domain.outcome import ErrorKind, RunError, StopReason
from architect.domain.remedies import Remedy
from architect.frozen import frozen
from architect.l10n import shown


def run_error_of(error: ArchitectError) -> RunError:
    """The error of a run that could not be started."""
    match error:
        case AuthenticationFailedError():
            kind = ErrorKind.AUTHENTICATION
        case UserError():
            kind = ErrorKind.CONFIGURATION
        case _:
            kind = ErrorKind.MODEL
    return RunError(kind, str(error), remedy_of(error), error.brief)


def remedy_of(error: ArchitectError) -> Remedy | None:
    """What helps against `error`, if that is known."""
    return Remedy(error.remedy, error.setting) if error.remedy is not None else None


_LIMIT_SETTINGS = {
    StopReason.BUDGET_EXCEEDED: "costs.budget_usd",
    StopReason.MAX_STEPS: "agents.build.max_steps",
}


def limit_remedy(reason: StopReason | None) -> Remedy | None:
    """The setting of the limit that ended a run; None if no setting helps against it."""
    setting = None if reason is None else _LIMIT_SETTINGS.get(reason)
    return None if setting is None else Remedy("openSettings", setting)


@frozen
class FrontEndWords:
    """How a front end calls settings, by our dotted names: `llm.api_base` is `architect.apiBase`.

    `in_brief` leaves out what only somebody at a command line can do. `for_people`: in the language
    of the user.
    """

    names: Mapping[str, str] = field(default_factory=dict[str, str])
    in_brief: bool = False
    for_people: bool = True

    def error(self, error: RunError) -> RunError:
        """`error` in these words, its setting included."""
        remedy = self.remedy(error.remedy)
        return replace(error, message=self.text(error.message, brief=error.brief), remedy=remedy)

    def told(self, error: ArchitectError) -> str:
        """The text of `error` in these words."""
        return self.text(str(error), brief=error.brief)

    def remedy(self, remedy: Remedy | None) -> Remedy | None:
        """`remedy` with the setting as the front end calls it."""
        if remedy is None or not remedy.setting:
            return remedy
        return replace(remedy, setting=self.names.get(remedy.setting, remedy.setting))

    def text(self, text: str, *, brief: str = "") -> str:
        """`text`, or `brief` if there is one and it is wanted, with the settings renamed."""
        told = brief if brief and self.in_brief else text
        if self.for_people:
            told = shown(told)
        for ours, theirs in self.names.items():
            told = re.sub(rf"(?<![\w.]){re.escape(ours)}(?![\w])", theirs, told)
        return told
