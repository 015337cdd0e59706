"""A shell whose commands print no secret of a file in the workspace without its being noticed."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from architect.domain.shell import CommandOutcome, ShellCommand
from architect.policy.secrets.redactor import Redactor
from architect.policy.secrets.stated_values import stated_values
from architect.ports.shell import OutputListener, Shell

_MOST_VALUES = 60
"""Each one is looked for in all that is recorded, in a dozen spellings."""


class RedactingShell:
    """`inner`; before the first command `redactor` learns what `texts`, by path, state."""

    def __init__(
        self,
        inner: Shell,
        redactor: Redactor,
        texts: Callable[[], Awaitable[Mapping[str, str]]],
    ) -> None:
        self._inner = inner
        self._redactor = redactor
        self._texts = texts
        self._learning = asyncio.Lock()
        self._has_learnt = False

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        async with self._learning:
            if not self._has_learnt:
                self._redactor.learn(_stated(await self._texts()))
                self._has_learnt = True
        return await self._inner.run(command, on_output)

    async def why_unconfined(self) -> str:
        return await self._inner.why_unconfined()


def _stated(texts: Mapping[str, str]) -> dict[str, list[str]]:
    stated: dict[str, list[str]] = {}
    left = _MOST_VALUES
    for path, text in texts.items():
        stated[path] = list(dict.fromkeys(stated_values(text)))[:left]
        left -= len(stated[path])
    return stated
