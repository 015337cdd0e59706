"""How long sessions are kept."""

from architect.checked.field import Field
from architect.checked.model import Model


class SessionSettings(Model):
    """What is older than `cleanup_after_days` is removed, and the oldest beyond `max_megabytes`.

    None keeps them.
    """

    cleanup_after_days: int | None = Field(default=None, ge=1)
    max_megabytes: int | None = Field(default=None, ge=1)

    @property
    def cleans_up(self) -> bool:
        """Whether anything is removed without being asked for."""
        return self.cleanup_after_days is not None or self.max_megabytes is not None
