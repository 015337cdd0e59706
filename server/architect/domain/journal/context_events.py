"""What comes into the context of a run, or does not, beside the words of the user and the model."""

from typing import Literal

from architect.frozen import frozen


@frozen(kw_only=True)
class RulesTold:
    """The run has come to files that rules of `path` are about; `text` is what the model reads."""

    type: Literal["rules.told"] = "rules.told"
    path: str
    text: str


@frozen(kw_only=True)
class ToolsAnnounced:
    """There are tools that are not sent with each request, or others than before.

    `tools` are the first of them by name, those of `source` if it is one; `text` is what the model
    reads.
    """

    type: Literal["tools.announced"] = "tools.announced"
    source: str
    tools: tuple[str, ...]
    text: str


@frozen(kw_only=True)
class MentionLeftOut:
    """The task names something by an @ that does not go with it; `reason` says why."""

    type: Literal["mention.left_out"] = "mention.left_out"
    mention: str
    reason: str
