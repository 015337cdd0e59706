"""The keys and passwords that a file for them states: what to look for wherever it comes out.

A program can read more files than a command line names. What it prints of them is known by its
value, whether the name it stood under is printed with it or not.
"""

import re
from collections.abc import Iterator

from architect.policy.secrets.checks import looks_like_password

_ASSIGNED = re.compile(
    r"^[ \t]*(?:export[ \t]+)?[\"']?([A-Za-z_][\w.-]{0,100})[\"']?[ \t]*[:=][ \t]*"
    r"(?:\"([^\s\"]{8,512})\"|'([^\s']{8,512})'|([^\s\"'#,]{8,512}))",
    re.MULTILINE,
)
"""A line of a dotenv file, of an INI file as the tools of clouds have, of JSON or of YAML."""

_NAMES = re.compile(
    r"(?:key|token|secret|passw(?:or)?d|passphrase|pwd|pass|credential|auth|pin|salt)s?",
    re.IGNORECASE,
)
"""The last words of names that stand in front of a secret; not of `AUTH_PROVIDER`."""

_NETRC = re.compile(r"\bpassword\s+(\S{8,512})")
_PGPASS = re.compile(r"^(?:[^:\n#]*:){4}([^:\s]{8,512})$", re.MULTILINE)


def stated_values(text: str) -> Iterator[str]:
    """The values in `text` that are hard to guess; a word or an example is none."""
    for found in _ASSIGNED.finditer(text):
        value = next(filter(None, found.groups()[1:]))
        if _NAMES.search(found[1].rpartition("_")[2]) and looks_like_password(value):
            yield value
    for pattern in (_NETRC, _PGPASS):
        yield from filter(looks_like_password, pattern.findall(text))
