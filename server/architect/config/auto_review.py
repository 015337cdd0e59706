"""A review of finished work by another agent."""

from architect.checked.field import Field
from architect.checked.model import Model


class AutoReviewSettings(Model):
    """`enabled` has the agent `review` look at what a run changed.

    `review_model` is the model that it asks, None for that of the run. `max_fix_passes` is how
    often the agent is sent back to fix what that finds.
    """

    enabled: bool = False
    review_model: str | None = Field(default=None, min_length=1)
    max_fix_passes: int = Field(default=1, ge=0, le=3)
