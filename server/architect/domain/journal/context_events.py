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
class MentionLeftOut:
    """The task names something by an @ that does not go with it; `reason` says why."""

    type: Literal["mention.left_out"] = "mention.left_out"
    mention: str
    reason: str
