"""Grants that are kept as long as the test."""

from collections.abc import Iterable
from dataclasses import replace

from architect.domain.errors import UserError
from architect.domain.grants import Grant

PROJECT = "/workspace"


class MemoryGrants:
    """Starts with `grants`; if it is `full`, nothing can be added."""

    def __init__(self, grants: Iterable[Grant] = (), *, full: bool = False) -> None:
        self.grants = list(grants)
        self._full = full

    def load(self) -> tuple[Grant, ...]:
        return tuple(self.grants)

    def add(self, grant: Grant, *, everywhere: bool) -> Grant:
        if self._full:
            raise UserError("the disk is full")
        number = len(self.grants) + 1
        kept = replace(grant, grant_id=f"g{number}", project=None if everywhere else PROJECT)
        self.grants.append(kept)
        return kept
