"""What was allowed and denied for more than one call."""

import asyncio
from collections.abc import Callable, Sequence

from architect.domain.errors import UserError
from architect.domain.grants import Grant
from architect.domain.verdict import Allow, Answer, Choice, Deny
from architect.execution.validate import ValidCall
from architect.l10n import english
from architect.policy.grants import GrantedCall, allowing, denying, offered
from architect.ports.grant_store import GrantStore


class GrantBook:
    """The grants that hold in a run: those that were kept, and those given for the run."""

    def __init__(self, store: GrantStore | None = None) -> None:
        """Without a `store` nothing is kept.

        Raises:
            UserError: what is kept cannot be read.
        """
        self._store = store
        self._kept = list(store.load()) if store is not None else []
        self._of_run: list[Grant] = []

    def narrowed(self) -> "GrantBook":
        """The grants of a run under this one; what is given for that run is given for it alone."""
        book = GrantBook()
        book._store, book._kept = self._store, self._kept
        book._of_run = list(self._of_run)
        return book

    def denial(self, call: ValidCall) -> Deny | None:
        """Why the user denied `call` beforehand; None if nobody did."""
        grant = denying(self._kept, _seen(call))
        if grant is None:
            return None
        revoking = english("`architect grants revoke {grant}` revokes this", grant=grant.grant_id)
        reason = english(
            "the user does not allow {grant} ({revoking})", grant=grant, revoking=revoking
        )
        return Deny(f"grant {grant.grant_id}", reason, "Continue without it.")

    def allowance(self, call: ValidCall, *, asks_about_safe: bool) -> Allow | None:
        """What allows `call` without a question; None if nothing does."""
        given = [*self._kept, *self._of_run]
        used = allowing(given, _seen(call), asks_about_safe=asks_about_safe) if given else ()
        names = dict.fromkeys(grant.grant_id or "for the run" for grant in used)
        return Allow(f"grant {', '.join(names)}") if used else None

    def offers(self, call: ValidCall) -> tuple[Grant, ...]:
        """What could be granted for `call`, the narrowest first."""
        return offered(_seen(call))

    async def obey(
        self, answer: Answer, offers: Sequence[Grant], *, for_run: Callable[[], None]
    ) -> Allow:
        """The permission in an answer that gives one, and what it grants beyond the call.

        `for_run` grants what the question says of the run, where the answer names nothing else. A
        grant that is not among the `offers` is not given, and the call is allowed all the same.
        """
        narrowest = next(iter(offers), None)
        grant = narrowest if answer.grant is None else answer.grant
        if answer.choice is Choice.RUN and answer.grant is None:
            for_run()
        elif grant is None or grant not in offers:
            return Allow("user")
        elif answer.choice is Choice.RUN:
            self._of_run.append(grant)
        else:
            return await self._keep(grant, everywhere=answer.choice is Choice.ALWAYS)
        return Allow("user")

    async def _keep(self, grant: Grant, *, everywhere: bool) -> Allow:
        if self._store is None:
            self._of_run.append(grant)
            return Allow("user; for the run, since grants cannot be saved here")
        try:
            kept = await asyncio.to_thread(self._store.add, grant, everywhere=everywhere)
        except UserError as error:
            self._of_run.append(grant)
            return Allow(f"user; for the run, since {error}")
        self._kept.append(kept)
        return Allow(f"user, with grant {kept.grant_id}")


def _seen(call: ValidCall) -> GrantedCall:
    traits = call.traits
    return GrantedCall(call.tool.name, traits.grant, traits.command_line, traits.is_versioned)
