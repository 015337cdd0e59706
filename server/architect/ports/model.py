"""The language model."""

from collections.abc import Callable
from typing import Protocol

from architect.domain.model_exchange import ModelProgress, ModelReply, ModelRequest

ProgressListener = Callable[[ModelProgress], None]


class Model(Protocol):
    """Answers requests; one at a time for each run."""

    @property
    def name(self) -> str:
        """The name the user chose, provider prefix included."""
        ...

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        """The complete reply to `request`.

        Raises:
            ModelFault: there is none; the kind says whether to try again.
        """
        ...

    async def aclose(self) -> None:
        """Let go of connections; the model cannot be used afterwards."""
        ...
