"""What ends the action early.

ActionError      the job fails, and its message says what to do
  ApiError       the API of GitHub refused or did not answer
  GitError       git refused
Skipped          there is nothing to do, or it is not allowed; the job succeeds
"""


class ActionError(Exception):
    """The job cannot do what it is for."""


class ApiError(ActionError):
    """`status` is that of the last answer, 0 if there was none."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class GitError(ActionError):
    """A git command failed."""


class Skipped(Exception):
    """The job does nothing; the message says why."""
