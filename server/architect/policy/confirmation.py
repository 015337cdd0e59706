"""Whether a person has to be asked before a call."""

from collections.abc import Collection

from architect.domain.verdict import Allow, Ask, ConfirmMode


class ConfirmationPolicy:
    """What each mode asks about, and what was already allowed for the rest of the run."""

    def __init__(self, mode: ConfirmMode, *, reviewed_later: Collection[str] = ()) -> None:
        """`reviewed_later` are tools whose work the user looks at afterwards and can undo.

        The mode confirm-sensitive does not ask about them.
        """
        self._mode = mode
        self._reviewed_later = frozenset(reviewed_later)
        self._granted: set[str] = set()

    def judge(
        self, tool: str, concern: str | None, *, grant: str, demand: Ask | None = None
    ) -> Allow | Ask:
        """Allow the call of `tool`, or say why somebody has to be asked.

        `concern` is why a person should look at the call, None if there is no reason; `grant` is
        what 'allow for the run' would allow: see `BaseTool`. A `demand` is made in every mode.
        """
        if grant in self._granted:
            return Allow("grant for the run")
        if demand is not None:
            return demand
        match self._mode:
            case ConfirmMode.YOLO:
                return Allow()
            case ConfirmMode.CONFIRM_SENSITIVE:
                if concern is None or tool in self._reviewed_later:
                    return Allow()
                return Ask(concern)
            case ConfirmMode.CONFIRM_ALL:
                return Ask(concern or "the mode confirm-all asks about every call")

    @property
    def asks_about_all(self) -> bool:
        """Whether even calls that only read are asked about."""
        return self._mode is ConfirmMode.CONFIRM_ALL

    def remember(self, grant: str) -> None:
        """Allow what `grant` names without asking until the run ends."""
        self._granted.add(grant)
