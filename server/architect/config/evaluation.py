"""Looks at finished work by the model itself."""

from typing import Literal

from architect.checked.field import Field
from architect.checked.model import Model


class EvaluationSettings(Model):
    """`basic` makes what is found not done partial, `full` sends the agent back first."""

    mode: Literal["off", "basic", "full"] = "off"
    max_retries: int = Field(default=2, ge=1, le=5)
    confidence_threshold: float = Field(default=0.8, ge=0, le=1)
