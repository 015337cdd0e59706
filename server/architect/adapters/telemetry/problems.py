"""What the SDK complains about, as one line for the user instead of many on standard error."""

import logging
from collections.abc import Callable

from architect.domain.escape_controls import escape_controls, in_one_line
from architect.l10n import english

_LONGEST = 300
_SDK = "opentelemetry"


class Problems(logging.Handler):
    """Takes what the SDK logs. The first error is told by `warn`, and nothing after it.

    What may pass, such as a request that is sent again, is kept in `first`, for when it did not.
    """

    def __init__(self, warn: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self.first = ""
        self._warn = warn
        self._told = False
        self._sdk = logging.getLogger(_SDK)

    def attach(self) -> None:
        self._sdk.addHandler(self)
        self._sdk.propagate = False

    def detach(self) -> None:
        self._sdk.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Called from the threads that export."""
        problem = in_one_line(escape_controls(record.getMessage()))[:_LONGEST]
        self.first = self.first or problem
        if record.levelno >= logging.ERROR:
            self.tell(problem)

    def tell(self, problem: str) -> None:
        """Warn of it, unless the user has been warned before."""
        if not self._told:
            self._told = True
            self._warn(
                english(
                    "telemetry could not be sent, the run goes on without: {problem}",
                    problem=problem,
                )
            )
