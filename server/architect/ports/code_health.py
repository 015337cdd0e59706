"""How healthy code is."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.health.measures import Health
from architect.domain.health.sources import Sources


class CodeHealth(Protocol):
    """What measures the health of code; it runs nothing of what it looks at."""

    async def measure(self, states: Sequence[Sources]) -> Sequence[Health]:
        """The health of each of the `states`; files that are in several are looked at once.

        Raises:
            HealthFault: it cannot be measured.
        """
        ...
