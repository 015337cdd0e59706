"""Whether a person has to be asked before a call."""

from collections.abc import Collection

from architect.domain.effect import Effect
from architect.domain.verdict import Allow, Ask, ConfirmMode
from architect.l10n import english

_STRICTNESS = (ConfirmMode.YOLO, ConfirmMode.CONFIRM_SENSITIVE, ConfirmMode.CONFIRM_ALL)


class ConfirmationPolicy:
    """What each mode asks about, and what was already allowed for the rest of the run."""

    def __init__(self, mode: ConfirmMode, *, reviewed_later: Collection[Effect] = ()) -> None:
        """`reviewed_later` is what the user looks at afterwards and can undo.

        The mode confirm-sensitive does not ask about that.
        """
        self._mode = mode
        self._reviewed_later = frozenset(reviewed_later)
        self._granted: set[str] = set()

    def narrowed(
        self, mode: ConfirmMode, *, reviewed_later: Collection[Effect] = ()
    ) -> "ConfirmationPolicy":
        """A policy for a run under this one: no mode that asks less, nothing allowed beyond this.

        What is allowed there from now on is allowed there alone.
        """
        stricter = max(mode, self._mode, key=_STRICTNESS.index)
        narrowed = ConfirmationPolicy(
            stricter, reviewed_later=self._reviewed_later.intersection(reviewed_later)
        )
        narrowed._granted |= self._granted
        return narrowed

    @property
    def mode(self) -> ConfirmMode:
        return self._mode

    def judge(
        self,
        effect: Effect,
        ask_reason: str | None,
        *,
        grant: str,
        demand: Ask | None = None,
        in_every_mode: bool = False,
    ) -> Allow | Ask:
        """Allow a call of this `effect`, or say why somebody has to be asked.

        `ask_reason` is why a person should look at the call, None if there is no reason; `grant` is
        what 'allow for the run' would allow: see `CallTraits`. A `demand` is made in every mode,
        and the reason counts `in_every_mode` if that is said.
        """
        if grant in self._granted:
            return Allow("grant for the run")
        if demand is not None:
            return demand
        match self._mode:
            case ConfirmMode.YOLO:
                return Ask(ask_reason) if in_every_mode and ask_reason else Allow()
            case ConfirmMode.CONFIRM_SENSITIVE:
                if ask_reason is None or effect in self._reviewed_later:
                    return Allow()
                return Ask(ask_reason)
            case ConfirmMode.CONFIRM_ALL:
                return Ask(ask_reason or english("the mode confirm-all asks before every call"))

    @property
    def asks_about_all(self) -> bool:
        """Whether even calls that only read are asked about."""
        return self._mode is ConfirmMode.CONFIRM_ALL

    def remember(self, grant: str) -> None:
        """Allow what `grant` names without asking until the run ends."""
        self._granted.add(grant)
