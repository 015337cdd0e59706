"""What the pipeline has to know about a call before it runs."""

from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.losses import Losses
from architect.domain.shell import Need
from architect.domain.verdict import Deny
from architect.frozen import frozen
from architect.l10n import english
from architect.policy.shell.files.named_file import NamedFile


@frozen(kw_only=True)
class SandboxTerms:
    """What holds of a call where its sandbox holds it, by the names of the traits.

    losses: what it takes away at most, if that can be said; where undo brings all of it back,
    `ask_reason_besides` is why a person should look at it
    """

    ask_reason: str | None = None
    ask_reason_besides: str | None = None
    losses: Losses | None = None
    deny_reason: Deny | None = None
    egress: str | None = None
    uses_network: bool = False


@frozen(kw_only=True)
class CallTraits:
    """What the pipeline has to know about one call.

    summary: the call in a few words, without its name: `src/a.py (+5 -3)`
    path: the one file or folder that it is about, as the model wrote it
    grant: what "allow for the run" allows, in words; calls with the same words share the grant
    ask_reason: why a person should look at this very call, which the mode `confirm-sensitive`
        then asks about
    asks_in_every_mode: whether every mode asks about it, since only a yes lets it do its work
    deny_reason: why it is denied in every mode
    command_line: the command line that it runs, and `named_files` what that names as files
    runs_in_shell: whether all that it does is done by the shell, and so in its sandbox
    egress: how it may leave the workspace, in words
    uses_network: whether it may use the network, and `egress` says so
    taint_source: where text comes from that it brings in from outside
    needs: what it wants beyond its sandbox, which whoever allows the call grants
    effect: what it does to the world, if that is not what its tool usually does
    is_versioned: whether the words of the grant say which version of the tool they are about
    in_sandbox: what is said about it where it has a sandbox; `is_held`, that this was taken for it
    """

    summary: str
    grant: str
    path: str | None = None
    ask_reason: str | None = None
    asks_in_every_mode: bool = False
    deny_reason: Deny | None = None
    command_line: str | None = None
    named_files: tuple[NamedFile, ...] = ()
    runs_in_shell: bool = False
    egress: str | None = None
    uses_network: bool = False
    taint_source: str | None = None
    needs: frozenset[Need] = frozenset()
    effect: Effect | None = None
    in_sandbox: SandboxTerms | None = None
    is_held: bool = False
    is_versioned: bool = False

    def held(self, beyond_undo: str | None = None) -> "CallTraits":
        """These traits in a sandbox that holds; themselves if that makes no difference.

        `beyond_undo` is what undo cannot bring back of what is lost, empty if it can bring back
        all, None if nobody has looked.
        """
        terms = self.in_sandbox
        if terms is None:
            return self
        reason = terms.ask_reason
        if beyond_undo is not None:
            more = english(
                "{reason}; undo cannot bring back {what}",
                reason=reason,
                what=beyond_undo,
            )
            reason = more if beyond_undo else terms.ask_reason_besides
        return replace(
            self,
            ask_reason=reason,
            deny_reason=terms.deny_reason,
            egress=terms.egress,
            uses_network=terms.uses_network,
            is_held=True,
        )

    @property
    def losses(self) -> Losses | None:
        """What is lost in a sandbox that holds, if that decides about a question."""
        terms = self.in_sandbox
        return None if terms is None or terms.deny_reason is not None else terms.losses
