"""The parts of what a model is told, and how much of its context each takes."""

from architect.domain.tokens import estimate_tokens
from architect.frozen import frozen


@frozen
class PartSize:
    """What people are shown of a part: its name, where it comes from, and what it takes.

    `left_out` says in words what a limit or a rule kept out of it.
    """

    name: str
    source: str
    tokens: int
    left_out: str = ""


@frozen
class ContextPart:
    """A text the model is told; see `PartSize` for the rest. Without a text it is left out."""

    name: str
    source: str
    text: str
    left_out: str = ""

    @property
    def size(self) -> PartSize:
        return PartSize(self.name, self.source, estimate_tokens(self.text), self.left_out)
