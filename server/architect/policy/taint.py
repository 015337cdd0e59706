"""What follows once a run has read text from outside the workspace.

Such a text may hold orders meant for the model. What a model that obeys them would need is a way
out: the network, or a file somewhere else. So from then on a person is asked about each, whatever
the mode and whatever was granted before.
"""

from collections.abc import Sequence

from architect.domain.shell import Need
from architect.domain.verdict import Ask, Subject
from architect.l10n import english

EGRESS_NEEDS = frozenset({Need.NETWORK})
"""What commands lose even where the configuration gives it to all."""


def ask_after_taint(egress: str | None, taints: Sequence[str]) -> Ask | None:
    """The question about a call that leaves the workspace, which `egress` says how; None if none.

    `taints` says where texts came from.
    """
    if egress is None or not taints:
        return None
    return Ask(
        english(
            "{egress}, and the run has read text from outside ({source}), so it requires "
            "confirmation whatever the mode and earlier grants say",
            egress=egress,
            source=taints[0],
        ),
        Subject.EGRESS,
    )
