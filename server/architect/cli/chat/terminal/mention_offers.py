"""What an @ in the input of a terminal may name."""

import os
from collections.abc import Callable, Sequence
from functools import partial

from architect.bootstrap.kept_code_indexes import KeptCodeIndexes
from architect.bootstrap.run.language_servers import usable_commands
from architect.bootstrap.runtime import system_clock
from architect.config.schema import Config
from architect.domain.errors import ArchitectError
from architect.policy.file_rules import sensitive_files
from architect.ports.workspace import Workspace
from architect.services.mentions.completing import MentionSources, Suggestion, completed, no_symbols
from architect.services.mentions.file_names import FileNames, names_in

_MOST = 20


class MentionOffers:
    """The suggestions for the mention that a text ends with.

    `has_output` says whether a command has printed something that can be named.
    """

    def __init__(
        self, workspace: Workspace, config: Callable[[], Config], has_output: Callable[[], bool]
    ) -> None:
        self._root, self._config, self._has_output = workspace.root, config, has_output
        self._indexes = KeptCodeIndexes(os.environ)
        self._names = FileNames(partial(names_in, workspace), system_clock())

    async def __call__(self, text: str) -> Sequence[Suggestion]:
        try:
            config = self._config()
        except ArchitectError:  # the next message says what is wrong in it
            return ()
        rules = sensitive_files(config.guardrails.sensitive_files)
        index = self._indexes.of(self._root, config)
        sources = MentionSources(
            names=self._names.get,
            hides=lambda path: rules.match([path]) is not None,
            symbols=no_symbols if index is None else index.symbols_beginning,
        )
        found = await completed(text, sources, limit=_MOST)
        there = {
            "problems": bool(usable_commands(config.lsp.servers, self._root)[0]),
            "terminal": self._has_output(),
        }
        return [each for each in found.suggestions if there.get(each.kind, True)]

    async def aclose(self) -> None:
        await self._names.aclose()
        await self._indexes.aclose()
