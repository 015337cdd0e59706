"""Redirections that destroy what they write to."""

from collections.abc import Iterator

from architect.l10n import english
from architect.policy.shell.expansion.expand import literal, spellings
from architect.policy.shell.place import Place
from architect.policy.shell.syntax.script import Block, Command


def overwritten(stage: Command | Block, place: Place) -> Iterator[str]:
    """Redirections onto devices and files of the system."""
    for redirection in stage.redirections:
        if ">" not in redirection.operator or redirection.target is None:
            continue
        for target in spellings(redirection.target, place.known):
            if name := place.device_or_system_file(target):
                yield english("overwrites {precious}", precious=name)
            elif place.is_below_etc(target) and _writes_nothing(stage):
                yield english("empties {target}", target=target)
            elif (found := place.precious(target)) and found.contents and _writes_nothing(stage):
                yield english("empties everything in {precious}", precious=found.name)


def _writes_nothing(stage: Command | Block) -> bool:
    if isinstance(stage, Block):
        return False
    return not stage.words or literal(stage.words[0]) in (":", "true")
