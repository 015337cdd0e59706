"""What files of the workspace state that has to stay secret, learnt once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from architect.policy.secrets.redactor import Redactor
from architect.policy.secrets.stated_values import stated_values

_MOST_VALUES = 60
"""Each one is looked for in all that is recorded, in a dozen spellings."""


class StatedSecrets:
    """Has `redactor` learn what `texts`, by path, state, as soon as somebody needs that."""

    def __init__(
        self, redactor: Redactor, texts: Callable[[], Awaitable[Mapping[str, str]]]
    ) -> None:
        self._redactor = redactor
        self._texts = texts
        self._learning = asyncio.Lock()
        self._has_learnt = False

    async def learn(self) -> None:
        if self._has_learnt:
            return
        async with self._learning:
            if not self._has_learnt:
                self._redactor.learn(_stated(await self._texts()))
                self._has_learnt = True


def _stated(texts: Mapping[str, str]) -> dict[str, list[str]]:
    stated: dict[str, list[str]] = {}
    left = _MOST_VALUES
    for path, text in texts.items():
        stated[path] = list(dict.fromkeys(stated_values(text)))[:left]
        left -= len(stated[path])
    return stated
