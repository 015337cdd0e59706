"""Commands that wanted something from outside and got nothing of it."""

import re

from architect.domain.shell import CommandOutcome
from architect.lazy_pattern import lazy_pattern

_URL = lazy_pattern(r"\w+://")
_HOST = r"[\w.:\[\]-]{1,255}"
_NOT_REACHED = lazy_pattern(
    rf"(?:[\s\d:.-]*curl: \([567]\) (?:Could not resolve (?:host|proxy): {_HOST}"
    rf"|Failed to connect to {_HOST} port \d+(?: after \d+ ms)?: [\w' ]+"
    rf"|connect to {_HOST} port \d+ failed: [\w ]+)"
    rf"|wget: unable to resolve host address [‘'`\"]?{_HOST}[’'\"]?"
    rf"|ssh: connect to host {_HOST} port \d+: [\w ]+"
    rf"|ssh: Could not resolve hostname {_HOST}: [\w ]+"
    rf"|fatal: unable to access '[^'\n]{{1,200}}': Could not resolve host: {_HOST}"
    rf"|fatal: unable to access '[^'\n]{{1,200}}': Failed to connect to {_HOST} port \d+[\w :]*"
    rf"|fatal: Could not read from remote repository\."
    rf"|Please make sure you have the correct access rights|and the repository exists\."
    rf"|kex_exchange_identification: [\w ]+|lost connection|Connection closed"
    rf"|(?:/bin/)?(?:ba)?sh: (?:line )?\d+: [\w.+/-]+: (?:command )?not found"
    rf"|(?:/bin/)?(?:ba)?sh: (?:line )?\d+: [\w.+/-]+: No such file or directory"
    rf"|\s*% Total[ %\w]*|\s*Dload  Upload[ \w]*|[\s\d:.-]+)\s*"
)
"""A whole line in which curl, wget, ssh, git or the shell say that there was nobody, or nothing.

Before it curl shows that it has received nothing yet, in lines that end with a carriage return.
"""


def got_nothing(line: str, outcome: CommandOutcome) -> bool:
    """Whether nothing can have come in by the command `line`, which ended like `outcome`.

    That is so without a network, and where one single command says in all that it prints that it
    reached nobody, or is not installed.
    """
    confinement = outcome.confinement
    if confinement.sandboxed and not confinement.network:
        return True
    if not outcome.exit_code or outcome.stdout.strip() or not outcome.stderr.strip():
        return False
    lines = filter(None, re.split(r"[\r\n]+", outcome.stderr))
    if not all(map(_NOT_REACHED.fullmatch, lines)):
        return False
    from architect.policy.shell.classify.simple_commands import simple_commands  # as elsewhere

    parts = simple_commands(line)
    return parts is not None and len(parts) == 1 and len(_URL.findall(line)) <= 1
