"""What an @ in the input of a terminal may name."""

import os
from collections.abc import Callable, Sequence
from functools import partial

from architect.bootstrap.kept_code_indexes import KeptCodeIndexes
from architect.bootstrap.runtime import system_clock
from architect.config.schema import Config
from architect.domain.errors import ArchitectError
from architect.policy.file_rules import sensitive_files
from architect.ports.workspace import Workspace
from architect.services.mentions.completing import MentionSources, Suggestion, completed, no_symbols
from architect.services.mentions.file_names import FileNames, names_in

_MOST = 20
_EDITORS_ALONE = frozenset({"problems", "terminal"})


class MentionOffers:
    """The suggestions for the mention that a text ends with."""

    def __init__(self, workspace: Workspace, config: Callable[[], Config]) -> None:
        self._root, self._config = workspace.root, config
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
        return [each for each in found.suggestions if each.kind not in _EDITORS_ALONE]

    async def aclose(self) -> None:
        await self._names.aclose()
        await self._indexes.aclose()
