"""Whether a proposal may be made by now: its rules and its file may be others than they were."""

from collections.abc import Mapping, Sequence

from architect.domain.errors import EditRefusedError, GuardrailRefusedError
from architect.domain.ids import RunId
from architect.domain.journal.events import Record
from architect.domain.review.proposals import allowed_in_person, places_proposed
from architect.domain.text.document import FileChange
from architect.execution.file_uses import names_of
from architect.execution.guarded_workspace import GuardedWorkspace
from architect.frozen import frozen
from architect.l10n import english
from architect.policy.guardrails import RunTotals
from architect.ports.guardrails import Guardrails
from architect.ports.workspace import Workspace


@frozen
class ProposalGuard:
    """What holds when the user keeps proposals; `places` are where the files were."""

    guarded: GuardedWorkspace
    places: Mapping[str, str]

    async def refusal(self, change: FileChange) -> str | None:
        """Why the change is not made; None if it may be."""
        path = change.path
        now = names_of(path, self.guarded.root)[-1]
        if (was := self.places.get(path.relative, path.relative)) != now:
            return english(
                "it now leads to {now!r}, but the change was proposed for {was!r}", now=now, was=was
            )
        try:
            await self.guarded.check_change(change)
        except GuardrailRefusedError as refusal:
            return english(
                "{refusal} (guardrails.{rule} as it is now)", refusal=refusal, rule=refusal.rule
            )
        except EditRefusedError as refusal:
            return str(refusal)
        return None


def proposal_guard(
    run_id: RunId, records: Sequence[Record], workspace: Workspace, guardrails: Guardrails
) -> ProposalGuard:
    """The guard for what the run proposed; `records` are those of its session.

    A file about which somebody had to be asked is free for what was allowed then. Limits hold for
    each file alone: the run kept to them.
    """
    guarded = GuardedWorkspace(
        workspace,
        guardrails,
        admitted=allowed_in_person(records, run_id),
        totals=RunTotals,
    )
    return ProposalGuard(guarded, places_proposed(records, run_id))
