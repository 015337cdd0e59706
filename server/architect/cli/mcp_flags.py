"""The server that the flags of `architect mcp add` describe."""

from collections.abc import Sequence
from typing import Any

import click

from architect.l10n import english


def described_server(
    program: Sequence[str], env: Sequence[str], header: Sequence[str], *, sse: bool
) -> dict[str, Any]:
    """The server as a file of servers has it.

    Raises:
        click.UsageError: the flags contradict each other, or say nothing.
    """
    if not program:
        raise click.UsageError(english("name the address, or the command behind `--`."))
    if program[0].startswith(("http://", "https://")):
        if len(program) > 1 or env:
            raise click.UsageError(
                english("a server with an address has no arguments and no --env.")
            )
        url = {"type": "sse" if sse else "http", "url": program[0]}
        return url | ({"headers": _pairs(header, "--header")} if header else {})
    if header or sse:
        raise click.UsageError(english("--header and --sse are for servers with an address."))
    command = {"command": program[0], "args": list(program[1:])}
    return command | ({"env": _pairs(env, "--env")} if env else {})


def _pairs(given: Sequence[str], option: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for each in given:
        name, separator, value = each.partition("=")
        if not (separator and name.strip()):
            raise click.UsageError(english("{option} takes NAME=VALUE.", option=option))
        pairs[name.strip()] = value
    return pairs
